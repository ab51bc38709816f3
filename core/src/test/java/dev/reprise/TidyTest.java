package dev.reprise;

import static dev.reprise.TidyBan.instead;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The rules of the house, checked on every build over the whole checkout. The rules are the data
 * below; {@link TidySelfTest} plants a breach of each and expects it to be found.
 */
class TidyTest {
    /**
     * Every module and its rooms, in reading order. A room may use the rooms to its left in its own
     * module, and those of the modules above; so packages never form a cycle, and the list is the
     * order to read the code in.
     */
    static final List<TidyRooms.Module> MODULES =
            List.of(
                    new TidyRooms.Module(
                            "core",
                            "dev.reprise",
                            "dev.reprise.form",
                            "dev.reprise.filter",
                            "dev.reprise.schedule",
                            "dev.reprise.choice",
                            "dev.reprise.policy",
                            "dev.reprise.history",
                            "dev.reprise.pattern",
                            "dev.reprise.pattern.picture",
                            "dev.reprise.program",
                            "dev.reprise.vm",
                            "dev.reprise.soundness"),
                    new TidyRooms.Module(
                            "flow",
                            "dev.reprise.flow.unit",
                            "dev.reprise.flow.guard",
                            "dev.reprise.flow"),
                    new TidyRooms.Module(
                            "engine",
                            "dev.reprise.engine.watch",
                            "dev.reprise.engine.exec",
                            "dev.reprise.engine.store",
                            "dev.reprise.engine.rules",
                            "dev.reprise.engine.activity",
                            "dev.reprise.engine.drive",
                            "dev.reprise.engine.phases",
                            "dev.reprise.engine.schedule",
                            "dev.reprise.engine.run",
                            "dev.reprise.engine.story",
                            "dev.reprise.engine.control",
                            "dev.reprise.engine",
                            "dev.reprise.engine.testing"),
                    new TidyRooms.Module(
                            "examples", "dev.reprise.examples", "dev.reprise.examples.mended"),
                    new TidyRooms.Module(
                            "sim",
                            "dev.reprise.sim.task",
                            "dev.reprise.sim",
                            "dev.reprise.sim.node",
                            "dev.reprise.sim.engine",
                            "dev.reprise.sim.explore"),
                    new TidyRooms.Module("app", "dev.reprise.app"),
                    new TidyRooms.Module("bench", "dev.reprise.bench"));

    /**
     * What core may not use, and what to use instead: everything whose answer differs between two
     * runs, two machines or two releases. A pattern is a type, a {@code type#member}, or a {@code
     * type#member(parameters)}; {@code *} stands for the rest of a name. {@code java.io} streams
     * are allowed: they do what their owner says.
     */
    static final List<TidyBan> BANS =
            Stream.of(
                            instead("the time that the caller passes in")
                                    .of("java.lang.System#currentTimeMillis")
                                    .of("java.lang.System#nanoTime")
                                    .of("java.time.*#now")
                                    .of("java.time.Clock")
                                    .of("java.time.InstantSource")
                                    .of("java.util.Calendar")
                                    .of("java.util.Date"),
                            instead(
                                            "a zone, locale or charset by name (ZoneOffset.UTC, Locale.ROOT, UTF_8)")
                                    .of("java.time.ZoneId#systemDefault")
                                    .of("java.util.TimeZone#getDefault")
                                    .of("java.util.Locale#getDefault")
                                    .of("java.nio.charset.Charset#defaultCharset")
                                    .of("java.lang.String#format(String,Object[])")
                                    .of("java.lang.String#formatted")
                                    .of("java.lang.String#toLowerCase()")
                                    .of("java.lang.String#toUpperCase()")
                                    .of("java.lang.String#getBytes()")
                                    .of("java.lang.String#<init>(byte[])"),
                            instead("dev.reprise.SplitMix64, seeded by the caller")
                                    .of("java.lang.Math#random")
                                    .of("java.security.SecureRandom")
                                    .of("java.util.Collections#shuffle")
                                    .of("java.util.Random")
                                    .of("java.util.SplittableRandom")
                                    .of("java.util.random.*")
                                    .of("java.util.UUID#randomUUID"),
                            instead("plain sequential code; threads belong to engine and flow")
                                    .of("java.lang.Thread*")
                                    .of("java.util.Arrays#parallel*")
                                    .of("java.util.Timer*")
                                    .of("java.util.concurrent.*")
                                    .of("java.util.stream.*#parallel")
                                    .of("java.util.*#parallelStream"),
                            instead(
                                            "bytes or a java.io stream from the caller; files and sockets belong to engine")
                                    .of("java.io.Console")
                                    .of("java.io.File*")
                                    .of("java.io.RandomAccessFile")
                                    .of("java.net.*")
                                    .of("java.nio.channels.*")
                                    .of("java.nio.file.*"),
                            instead(
                                            "a parameter, or a value returned; the environment belongs to app")
                                    .of("java.lang.Boolean#getBoolean")
                                    .of("java.lang.Integer#getInteger")
                                    .of("java.lang.Long#getLong")
                                    .of("java.lang.Process*")
                                    .of("java.lang.Runtime")
                                    .of("java.lang.System#err")
                                    .of("java.lang.System#exit")
                                    .of("java.lang.System#getProperties")
                                    .of("java.lang.System#getProperty")
                                    .of("java.lang.System#getenv")
                                    .of("java.lang.System#in")
                                    .of("java.lang.System#lineSeparator")
                                    .of("java.lang.System#out")
                                    .of("*#printStackTrace()"),
                            instead(
                                            "TreeMap, TreeSet, LinkedHashMap or a sorted List, whose order is part of the contract")
                                    .of("java.util.HashMap")
                                    .of("java.util.HashSet")
                                    .of("java.util.Hashtable")
                                    .of("java.util.IdentityHashMap")
                                    .of("java.util.Map#copyOf")
                                    .of("java.util.Map#of")
                                    .of("java.util.Map#ofEntries")
                                    .of("java.util.Set#copyOf")
                                    .of("java.util.Set#of")
                                    .of("java.util.WeakHashMap")
                                    .of("java.util.stream.Collectors#groupingBy(Function)")
                                    .of(
                                            "java.util.stream.Collectors#groupingBy(Function,Collector)")
                                    .of("java.util.stream.Collectors#toMap(Function,Function)")
                                    .of(
                                            "java.util.stream.Collectors#toMap(Function,Function,BinaryOperator)")
                                    .of("java.util.stream.Collectors#toSet")
                                    .of("java.util.stream.Collectors#toUnmodifiableMap")
                                    .of("java.util.stream.Collectors#toUnmodifiableSet"),
                            instead(
                                            "a hash of the value's own fields; the default one is an address")
                                    .of("java.lang.Object#hashCode")
                                    .of("java.lang.System#identityHashCode"))
                    .flatMap(TidyBan.Group::bans)
                    .toList();

    /** A type named so says what it is made like, not what it is. */
    static final List<String> EMPTY_ENDINGS = List.of("Helper", "Impl", "Manager", "Util", "Utils");

    /** Files that a program left behind. */
    static final List<String> STRAY_FILES =
            List.of(
                    "*.bak",
                    "*.bak2",
                    "*.orig",
                    "*.rej",
                    "*.swp",
                    "*.tmp",
                    "*.class",
                    "*.log",
                    "*~",
                    ".DS_Store");

    private static final TidyFiles FILES = TidyFiles.ofThisCheckout();
    private static final List<TidySource> SOURCES = TidySource.parse(FILES.java());

    @Test
    void rooms_use_only_rooms_to_their_left() {
        assertTidy(new TidyRooms(MODULES).check(main()));
    }

    @Test
    void core_calls_nothing_that_differs_between_two_runs() {
        var classes = TidyBytecode.classesIn(FILES.root().resolve("core/target/classes"));
        assertThat(classes).as("compiled classes of core").hasSizeGreaterThan(3);
        assertTidy(new TidyBytecode(BANS).check("core/src/main/java", classes));
    }

    @Test
    void every_test_is_enabled_and_asserts_something() {
        assertTidy(new TidyAssertions(tests()).check());
    }

    @Test
    void types_are_named_after_ideas_and_public_ones_are_documented() {
        assertTidy(TidySource.emptyNames(main(), EMPTY_ENDINGS));
        // Benchmarks are public for JMH only.
        assertTidy(
                TidySource.undocumented(main().stream().filter(it -> !it.isIn("bench")).toList()));
    }

    @Test
    void every_package_says_what_it_is() {
        assertTidy(FILES.packagesWithoutInfo());
    }

    @Test
    void text_is_finished_and_speaks_only_of_the_project() {
        assertTidy(FILES.unfinished());
        assertTidy(FILES.machineNames());
        assertTidy(FILES.tabs());
    }

    @Test
    void no_stray_file_lies_around() {
        assertTidy(FILES.stray(STRAY_FILES));
    }

    private static List<TidySource> main() {
        return SOURCES.stream().filter(TidySource::isMain).toList();
    }

    private static List<TidySource> tests() {
        return SOURCES.stream().filter(TidySource::isTest).toList();
    }

    private static void assertTidy(List<String> violations) {
        assertThat(String.join("\n", violations)).isEmpty();
    }
}
