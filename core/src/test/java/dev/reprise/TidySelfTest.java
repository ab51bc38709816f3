package dev.reprise;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plants a breach of every rule of {@link TidyTest} and expects it to be found and explained. */
class TidySelfTest {
    private static final String CHOICE = "core/src/main/java/dev/reprise/choice/X.java";

    /** One statement for every ban, by the ban's pattern. */
    private static final Map<String, String> BREACHES =
            Map.ofEntries(
                    entry("java.lang.System#currentTimeMillis", "System.currentTimeMillis();"),
                    entry("java.lang.System#nanoTime", "System.nanoTime();"),
                    entry("java.time.*#now", "java.time.Instant.now();"),
                    entry("java.time.Clock", "java.time.Clock.systemUTC();"),
                    entry("java.time.InstantSource", "java.time.InstantSource.system();"),
                    entry("java.util.Calendar", "java.util.Calendar.getInstance();"),
                    entry("java.util.Date", "new java.util.Date();"),
                    entry("java.time.ZoneId#systemDefault", "java.time.ZoneId.systemDefault();"),
                    entry("java.util.TimeZone#getDefault", "java.util.TimeZone.getDefault();"),
                    entry("java.util.Locale#getDefault", "java.util.Locale.getDefault();"),
                    entry(
                            "java.nio.charset.Charset#defaultCharset",
                            "java.nio.charset.Charset.defaultCharset();"),
                    entry("java.lang.String#format(String,Object[])", "String.format(\"%d\", 1);"),
                    entry("java.lang.String#formatted", "\"%d\".formatted(1);"),
                    entry("java.lang.String#toLowerCase()", "\"I\".toLowerCase();"),
                    entry("java.lang.String#toUpperCase()", "\"i\".toUpperCase();"),
                    entry("java.lang.String#getBytes()", "\"i\".getBytes();"),
                    entry("java.lang.String#<init>(byte[])", "new String(new byte[0]);"),
                    entry("java.lang.Math#random", "Math.random();"),
                    entry("java.security.SecureRandom", "new java.security.SecureRandom();"),
                    entry("java.util.Collections#shuffle", "java.util.Collections.shuffle(null);"),
                    entry("java.util.Random", "new java.util.Random(1);"),
                    entry("java.util.SplittableRandom", "new java.util.SplittableRandom(1);"),
                    entry("java.util.random.*", "java.util.random.RandomGenerator.of(\"x\");"),
                    entry("java.util.UUID#randomUUID", "java.util.UUID.randomUUID();"),
                    entry("java.lang.Thread*", "Thread.ofVirtual();"),
                    entry(
                            "java.util.Arrays#parallel*",
                            "java.util.Arrays.parallelSort(new int[0]);"),
                    entry("java.util.Timer*", "new java.util.Timer();"),
                    entry(
                            "java.util.concurrent.*",
                            "new java.util.concurrent.locks.ReentrantLock();"),
                    entry(
                            "java.util.stream.*#parallel",
                            "java.util.stream.IntStream.of(1).parallel();"),
                    entry("java.util.*#parallelStream", "java.util.List.of().parallelStream();"),
                    entry("java.io.Console", "((java.io.Console) null).flush();"),
                    entry("java.io.File*", "new java.io.FileInputStream(\"x\");"),
                    entry(
                            "java.io.RandomAccessFile",
                            "new java.io.RandomAccessFile(\"x\", \"r\");"),
                    entry("java.net.*", "new java.net.Socket();"),
                    entry(
                            "java.nio.channels.*",
                            "java.nio.channels.Channels.newChannel(System.in);"),
                    entry("java.nio.file.*", "java.nio.file.Path.of(\"x\");"),
                    entry("java.lang.Boolean#getBoolean", "Boolean.getBoolean(\"x\");"),
                    entry("java.lang.Integer#getInteger", "Integer.getInteger(\"x\");"),
                    entry("java.lang.Long#getLong", "Long.getLong(\"x\");"),
                    entry("java.lang.Process*", "ProcessHandle.current();"),
                    entry("java.lang.Runtime", "Runtime.getRuntime();"),
                    entry("java.lang.System#err", "System.err.println();"),
                    entry("java.lang.System#exit", "System.exit(1);"),
                    entry("java.lang.System#getProperties", "System.getProperties();"),
                    entry("java.lang.System#getProperty", "System.getProperty(\"x\");"),
                    entry("java.lang.System#getenv", "System.getenv();"),
                    entry("java.lang.System#in", "System.in.read();"),
                    entry("java.lang.System#lineSeparator", "System.lineSeparator();"),
                    entry("java.lang.System#out", "System.out.println();"),
                    entry("*#printStackTrace()", "new Exception().printStackTrace();"),
                    entry("java.util.HashMap", "new java.util.HashMap<String, String>();"),
                    entry("java.util.HashSet", "new java.util.HashSet<String>();"),
                    entry("java.util.Hashtable", "new java.util.Hashtable<String, String>();"),
                    entry(
                            "java.util.IdentityHashMap",
                            "new java.util.IdentityHashMap<String, String>();"),
                    entry("java.util.Map#copyOf", "java.util.Map.copyOf(null);"),
                    entry("java.util.Map#of", "java.util.Map.of(1, 2);"),
                    entry("java.util.Map#ofEntries", "java.util.Map.ofEntries();"),
                    entry("java.util.Set#copyOf", "java.util.Set.copyOf(null);"),
                    entry("java.util.Set#of", "java.util.Set.of(1);"),
                    entry("java.util.WeakHashMap", "new java.util.WeakHashMap<String, String>();"),
                    entry(
                            "java.util.stream.Collectors#groupingBy(Function)",
                            "java.util.stream.Collectors.groupingBy(x -> x);"),
                    entry(
                            "java.util.stream.Collectors#groupingBy(Function,Collector)",
                            "java.util.stream.Collectors.groupingBy(x -> x, null);"),
                    entry(
                            "java.util.stream.Collectors#toMap(Function,Function)",
                            "java.util.stream.Collectors.toMap(x -> x, x -> x);"),
                    entry(
                            "java.util.stream.Collectors#toMap(Function,Function,BinaryOperator)",
                            "java.util.stream.Collectors.toMap(x -> x, x -> x, (x, y) -> x);"),
                    entry(
                            "java.util.stream.Collectors#toSet",
                            "java.util.stream.Collectors.toSet();"),
                    entry(
                            "java.util.stream.Collectors#toUnmodifiableMap",
                            "java.util.stream.Collectors.toUnmodifiableMap(x -> x, x -> x);"),
                    entry(
                            "java.util.stream.Collectors#toUnmodifiableSet",
                            "java.util.stream.Collectors.toUnmodifiableSet();"),
                    entry("java.lang.Object#hashCode", "new Object().hashCode();"),
                    entry("java.lang.System#identityHashCode", "System.identityHashCode(1);"));

    @TempDir Path folder;

    // ---- rooms

    @Test
    void an_import_to_the_right_is_refused() {
        assertThat(
                        rooms(
                                CHOICE,
                                "package dev.reprise.choice;\nimport dev.reprise.history.Job;\nclass X {}"))
                .containsExactly(
                        CHOICE
                                + ":2: dev.reprise.choice may not import dev.reprise.history (rooms import only leftward)");
    }

    @Test
    void static_and_star_imports_to_the_right_are_refused() {
        assertThat(
                        rooms(
                                CHOICE,
                                "package dev.reprise.choice;\nimport static dev.reprise.vm.Vm.run;\nimport dev.reprise.pattern.*;\nclass X {}"))
                .containsExactly(
                        CHOICE
                                + ":2: dev.reprise.choice may not import dev.reprise.vm (rooms import only leftward)",
                        CHOICE
                                + ":3: dev.reprise.choice may not import dev.reprise.pattern (rooms import only leftward)");
    }

    @Test
    void a_full_name_to_the_right_is_refused() {
        assertThat(
                        rooms(
                                CHOICE,
                                "package dev.reprise.choice;\nclass X {\n  Object x = dev.reprise.history.Job.of(1).next();\n  dev.reprise.vm.Vm y;\n}"))
                .containsExactly(
                        CHOICE
                                + ":3: dev.reprise.choice may not import dev.reprise.history (rooms import only leftward)",
                        CHOICE
                                + ":4: dev.reprise.choice may not import dev.reprise.vm (rooms import only leftward)");
    }

    @Test
    void an_import_to_the_left_its_own_room_and_a_comment_are_allowed() {
        assertThat(
                        rooms(
                                CHOICE,
                                "package dev.reprise.choice;\nimport dev.reprise.form.Malformed;\nimport dev.reprise.Check;\n/** Like {@link dev.reprise.vm.Vm}. */\nclass X { dev.reprise.choice.Key key; }"))
                .isEmpty();
        assertThat(
                        rooms(
                                "app/src/main/java/dev/reprise/app/X.java",
                                "package dev.reprise.app;\nimport dev.reprise.vm.Vm;\nclass X {}"))
                .isEmpty();
    }

    @Test
    void a_module_below_is_refused() {
        assertThat(
                        rooms(
                                "core/src/main/java/dev/reprise/vm/X.java",
                                "package dev.reprise.vm;\nimport dev.reprise.app.Demo;\nclass X {}"))
                .containsExactly(
                        "core/src/main/java/dev/reprise/vm/X.java:2: dev.reprise.vm may not import dev.reprise.app (rooms import only leftward)");
    }

    @Test
    void an_unknown_room_is_to_be_listed() {
        assertThat(
                        rooms(
                                "core/src/main/java/dev/reprise/attic/X.java",
                                "package dev.reprise.attic;\nclass X {}"))
                .containsExactly(
                        "core/src/main/java/dev/reprise/attic/X.java:1: dev.reprise.attic is no room of this module: add it to TidyTest.MODULES, in reading order");
        assertThat(
                        rooms(
                                CHOICE,
                                "package dev.reprise.choice;\nimport dev.reprise.attic.Chest;\nclass X {}"))
                .containsExactly(
                        CHOICE
                                + ":2: dev.reprise.attic is no known room: add it to TidyTest.MODULES, in reading order");
        assertThat(
                        rooms(
                                "app/src/main/java/dev/reprise/vm/X.java",
                                "package dev.reprise.vm;\nclass X {}"))
                .containsExactly(
                        "app/src/main/java/dev/reprise/vm/X.java:1: dev.reprise.vm is no room of this module: add it to TidyTest.MODULES, in reading order");
    }

    @Test
    void a_module_import_is_refused() {
        assertThat(
                        rooms(
                                CHOICE,
                                "package dev.reprise.choice;\nimport module dev.reprise.core;\nclass X {}"))
                .contains(
                        CHOICE
                                + ":2: a module import hides which rooms are used: import the types");
    }

    // ---- banned calls

    @Test
    void every_ban_has_a_breach_here_and_finds_it() throws IOException {
        var patterns = TidyTest.BANS.stream().map(TidyBan::pattern).toList();
        assertThat(patterns).containsExactlyInAnyOrderElementsOf(BREACHES.keySet());

        var statements = patterns.stream().map(BREACHES::get).collect(Collectors.joining("\n"));
        var classes =
                compile(
                        "package p; class X { static void f() throws Exception {\n"
                                + statements
                                + "\n}}");
        for (var ban : TidyTest.BANS) {
            var where = "src/p/X.java:" + (patterns.indexOf(ban.pattern()) + 2) + ": ";
            assertThat(new TidyBytecode(List.of(ban)).check("src", classes))
                    .as(ban.pattern())
                    .anyMatch(it -> it.startsWith(where) && it.endsWith("use " + ban.instead()));
        }
    }

    @Test
    void a_banned_call_is_named_with_its_replacement() throws IOException {
        assertThat(
                        banned(
                                "package p;\nclass X {\n  long f() {\n    return System.nanoTime();\n  }\n}"))
                .containsExactly(
                        "src/p/X.java:4: java.lang.System.nanoTime() is banned in core, use the time that the caller passes in");
    }

    @Test
    void a_method_reference_a_lambda_and_a_constructor_reference_do_not_hide_a_call()
            throws IOException {
        assertThat(
                        banned(
                                "package p;\nimport java.util.*;\nimport java.util.function.*;\nclass X {\n  LongSupplier a = System::nanoTime;\n  Supplier<Object> b = () -> UUID.randomUUID();\n  Supplier<Object> c = HashMap::new;\n}"))
                .hasSize(3)
                .anyMatch(it -> it.startsWith("src/p/X.java:5: java.lang.System.nanoTime()"))
                .anyMatch(it -> it.startsWith("src/p/X.java:6: java.util.UUID.randomUUID()"))
                .anyMatch(it -> it.startsWith("src/p/X.java:7: new java.util.HashMap()"));
    }

    @Test
    void a_banned_type_is_found_where_it_is_only_declared_tested_or_named() throws IOException {
        assertThat(banned("package p;\nclass X extends Thread {}"))
                .anyMatch(it -> it.contains("java.lang.Thread is banned"));
        assertThat(banned("package p;\nclass X { java.util.HashMap<String, String> map; }"))
                .anyMatch(it -> it.contains("java.util.HashMap is banned"));
        assertThat(banned("package p;\nclass X { void f(java.io.File file) {} }"))
                .anyMatch(it -> it.contains("java.io.File is banned"));
        assertThat(
                        banned(
                                "package p;\nclass X { boolean f(Object o) { return o instanceof java.util.Random; } }"))
                .anyMatch(it -> it.contains("java.util.Random is banned"));
        assertThat(banned("package p;\nclass X { Object f() { return java.util.Random.class; } }"))
                .anyMatch(it -> it.contains("java.util.Random is banned"));
    }

    @Test
    void what_is_deterministic_is_allowed() throws IOException {
        assertThat(
                        banned(
                                """
                package p;
                import java.io.*;
                import java.util.*;
                import java.util.stream.*;
                record X(String name, List<String> list) {
                    enum Kind { A, B }
                    Object f(Kind kind, InputStream in, Instantish now) throws IOException {
                        var map = new LinkedHashMap<String, String>(Map.<String, String>entry("a", "b") == null ? new TreeMap<>() : new TreeMap<>());
                        var grouped = list.stream().collect(Collectors.groupingBy(x -> x, TreeMap::new, Collectors.toList()));
                        var text = String.format(Locale.ROOT, "%d", in.read()).toLowerCase(Locale.ROOT);
                        int hash = text.hashCode() + list.hashCode() + hashCode();
                        return switch (kind) { case A -> map; case B -> grouped.size() + hash + now.seconds(); };
                    }
                    record Instantish(long seconds) {}
                }
                """))
                .isEmpty();
    }

    // ---- tests

    @Test
    void a_test_without_assertion_is_refused() {
        for (var annotation :
                List.of(
                        "Test",
                        "ParameterizedTest",
                        "RepeatedTest(3)",
                        "TestFactory",
                        "Property",
                        "Example",
                        "org.junit.jupiter.api.Test")) {
            assertThat(
                            assertions(
                                    "class T {\n  @"
                                            + annotation
                                            + "\n  void runs() { new Object().toString(); }\n}"))
                    .as(annotation)
                    .containsExactly("T.java:2: runs asserts nothing: a test must be able to fail");
        }
    }

    @Test
    void an_assertion_counts_directly_in_a_lambda_or_in_a_helper() {
        assertThat(
                        assertions(
                                "class T {\n  @Test void a() { assertThat(1).isEqualTo(1); }\n  @Test void b() { Assertions.fail(); }\n  @Test void c() { list.forEach(x -> assertTrue(x)); }\n  @Test void d() { check(1); }\n  void check(int x) { again(x); }\n  void again(int x) { assertEquals(1, x); }\n  @Property boolean e() { return true; }\n  @Test void f() { throw new AssertionError(); }\n}"))
                .isEmpty();
    }

    @Test
    void an_assertion_counts_in_a_contract_or_a_fixture_that_the_file_names() {
        var contract = "abstract class Contract {\n  void holds() { assertTrue(true); }\n}";
        var fixture =
                """
                class Scenario {
                    static Scenario given() { return null; }
                    Then then() { return null; }
                    static class Then { void nothingElse() { assertTrue(true); } }
                }
                """;
        assertThat(
                        assertions(
                                "class T extends Contract {\n  @Test void a() { holds(); }\n}",
                                contract))
                .isEmpty();
        assertThat(
                        assertions(
                                "class T {\n  @Test void a() { Scenario.given().then().nothingElse(); }\n}",
                                fixture))
                .isEmpty();
        assertThat(
                        assertions(
                                "class T {\n  @Test void a() { Scenario.given().then(); }\n}",
                                fixture))
                .hasSize(1);
        assertThat(assertions("class T {\n  @Test void a() { holds(); }\n}", contract)).hasSize(1);
    }

    @Test
    void a_helper_that_asserts_nothing_or_that_calls_itself_does_not_count() {
        assertThat(
                        assertions(
                                "class T {\n  @Test void a() { check(); }\n  void check() { check(); }\n}"))
                .containsExactly("T.java:2: a asserts nothing: a test must be able to fail");
        assertThat(assertions("class T {\n  @Test void a() { failure(); assume(); }\n}"))
                .hasSize(1);
    }

    @Test
    void a_disabled_test_is_refused() {
        assertThat(
                        assertions(
                                "class T {\n  @Test\n  @Disabled(\"flaky\")\n  void a() { assertTrue(true); }\n}"))
                .containsExactly("T.java:3: @Disabled hides a test: repair it or delete it");
        assertThat(assertions("@DisabledOnOs(OS.MAC)\nclass T {}"))
                .containsExactly("T.java:1: @DisabledOnOs hides a test: repair it or delete it");
        assertThat(
                        assertions(
                                "class T {\n  @Test void a() {\n    assumeTrue(false);\n    assertTrue(true);\n  }\n}"))
                .containsExactly(
                        "T.java:3: assumeTrue(false) hides a test: repair it or delete it");
        assertThat(
                        assertions(
                                "class T {\n  @Test void a() {\n    Assumptions.abort();\n    assertTrue(true);\n  }\n}"))
                .containsExactly(
                        "T.java:3: Assumptions.abort() hides a test: repair it or delete it");
        assertThat(
                        assertions(
                                "class T {\n  @Property void a(@ForAll int x) { Assume.that(x > 1); assertTrue(x > 0); }\n  String s = \"@Disabled\"; // @Disabled\n}"))
                .isEmpty();
    }

    @Test
    void a_fuzz_test_that_would_never_be_fuzzed_is_refused() {
        assertThat(assertions("class T {\n  @FuzzTest void a(byte[] b) { assertTrue(true); }\n}"))
                .containsExactly(
                        "T.java:2: a is never fuzzed: the name of its class must end in FuzzTest");
        assertThat(
                        assertions(
                                "class TFuzzTest {\n  @FuzzTest void a(byte[] b) { assertTrue(true); }\n  @FuzzTest void b(byte[] b) { assertTrue(true); }\n}"))
                .containsExactly(
                        "T.java:3: b is never fuzzed: it is not the first fuzz test of its class");
    }

    // ---- names and documentation

    @Test
    void an_empty_name_is_refused_also_for_a_nested_type() {
        for (var ending : TidyTest.EMPTY_ENDINGS) {
            assertThat(
                            TidySource.emptyNames(
                                    parse(
                                            CHOICE,
                                            "class X {\n  record Retry" + ending + "() {}\n}"),
                                    TidyTest.EMPTY_ENDINGS))
                    .containsExactly(
                            CHOICE
                                    + ":2: Retry"
                                    + ending
                                    + " ends in "
                                    + ending
                                    + ", which says nothing: name the idea");
        }
    }

    @Test
    void a_public_type_without_javadoc_is_refused() {
        assertThat(TidySource.undocumented(parse(CHOICE, "// no Javadoc\npublic record X() {}")))
                .containsExactly(CHOICE + ":2: X is public and has no Javadoc");
        assertThat(TidySource.undocumented(parse(CHOICE, "/** An X. */\npublic record X() {}")))
                .isEmpty();
        assertThat(TidySource.undocumented(parse(CHOICE, "/// An X.\npublic record X() {}")))
                .isEmpty();
        assertThat(TidySource.undocumented(parse(CHOICE, "record X() {}"))).isEmpty();
    }

    @Test
    void what_is_public_in_a_public_type_is_documented_too() {
        assertThat(TidySource.undocumented(parse(CHOICE, PARTLY_DOCUMENTED)))
                .containsExactly(
                        CHOICE + ":3: X.FIELD is public and has no Javadoc",
                        CHOICE + ":4: X.<init> is public and has no Javadoc",
                        CHOICE + ":5: X.method is public and has no Javadoc",
                        CHOICE + ":6: X.Inner is public and has no Javadoc",
                        CHOICE + ":7: X.Inner.open is public and has no Javadoc",
                        CHOICE + ":10: X.Colour.RED is public and has no Javadoc");
    }

    private static final String PARTLY_DOCUMENTED =
            """
            /** An X. */
            public class X {
                public static final int FIELD = 1;
                public X() {}
                protected void method() {}
                public interface Inner {
                    void open();
                }
                /** Colours. */
                public enum Colour { RED, /** Good. */ GREEN }
                /** A pair. */
                public record Pair(int left, int right) {}
                /** Documented. */
                public void said() {}
                @Override public String toString() { return ""; }
                static { init(); }
                private static void init() {}
                int inside;
            }
            """;

    // ---- files

    @Test
    void files_are_found_without_git_and_build_folders_are_left_out() throws IOException {
        write("mvnw", "");
        write("core/src/main/java/a/A.java", "");
        write("core/target/classes/A.java", "");
        write(".git/config", "");
        assertThat(TidyFiles.in(folder).paths())
                .containsExactly("core/src/main/java/a/A.java", "mvnw");
    }

    @Test
    void a_mark_of_unfinished_work_is_refused() throws IOException {
        for (var mark : List.of("FIX" + "ME", "TO" + "DO", "XX" + "X")) {
            write("docs/a.md", "fine\n<!-- " + mark + ": later -->\n");
            assertThat(TidyFiles.in(folder).unfinished())
                    .containsExactly(
                            "docs/a.md:2: "
                                    + mark
                                    + " marks something unfinished: finish it, or open an issue");
        }
        write("docs/a.md", "todo" + " lists and X" + "XXL shirts are fine\n");
        assertThat(TidyFiles.in(folder).unfinished()).isEmpty();
    }

    @Test
    void a_machine_path_or_host_is_refused() throws IOException {
        for (var name :
                List.of(
                        "/ro" + "ot/x",
                        "/ho" + "me/me",
                        "/t" + "mp/x.json",
                        "/Us" + "ers/me",
                        "https://repo1.mav" + "en.org/x")) {
            write("docs/a.md", "see " + name + "\n");
            assertThat(TidyFiles.in(folder).machineNames())
                    .as(name)
                    .hasSize(1)
                    .allMatch(
                            it ->
                                    it.startsWith("docs/a.md:1: ")
                                            && it.endsWith("speaks only of itself"));
        }
        write(
                "docs/a.md",
                "src/root/x, a/tmp/b, https://example.org/home/x and /usr/lib/jvm are fine\n");
        assertThat(TidyFiles.in(folder).machineNames()).isEmpty();
    }

    @Test
    void a_tab_in_java_is_refused() throws IOException {
        write("core/src/main/java/a/A.java", "class A {\n\tint x;\n}\n");
        assertThat(TidyFiles.in(folder).tabs())
                .containsExactly("core/src/main/java/a/A.java:2: a tab: indent with spaces");
    }

    @Test
    void a_stray_file_is_refused() throws IOException {
        for (var name :
                List.of(
                        "x.bak",
                        "x.java.orig",
                        "x.rej",
                        "docs/.x.swp",
                        "x~",
                        ".DS_Store",
                        "a.log")) {
            write(name, "");
        }
        write("fine.md", "");
        assertThat(
                        new TidyFiles(folder, List.of("core/target/x.jar", "src/retarget/x.jar"))
                                .stray(List.of()))
                .containsExactly(
                        "core/target/x.jar: is left over from a program: delete it, or list it in .gitignore");
        assertThat(TidyFiles.in(folder).stray(TidyTest.STRAY_FILES))
                .hasSize(7)
                .contains(
                        "x.bak: is left over from a program: delete it, or list it in .gitignore");
    }

    @Test
    void a_package_without_info_is_refused() throws IOException {
        write("core/src/main/java/module-info.java", "");
        write("core/src/main/java/a/A.java", "");
        write("core/src/main/java/b/B.java", "");
        write("core/src/main/java/b/package-info.java", "");
        assertThat(TidyFiles.in(folder).packagesWithoutInfo())
                .containsExactly(
                        "core/src/main/java/a: has no package-info.java to say what this room is and what it must not know");
    }

    // ---- helpers

    private static List<String> rooms(String path, String text) {
        return new TidyRooms(TidyTest.MODULES).check(parse(path, text));
    }

    private static List<TidySource> parse(String path, String text) {
        return TidySource.parse(Map.of(path, text));
    }

    private static List<String> assertions(String test, String... fixtures) {
        var files =
                Stream.of(fixtures)
                        .collect(
                                Collectors.toMap(
                                        it -> "F" + it.hashCode() + ".java", Function.identity()));
        files.put("T.java", test);
        return new TidyAssertions(TidySource.parse(files)).check();
    }

    private List<String> banned(String source) throws IOException {
        return new TidyBytecode(TidyTest.BANS).check("src", compile(source));
    }

    private List<byte[]> compile(String source) throws IOException {
        write("in/p/X.java", source);
        var compiler = ToolProvider.getSystemJavaCompiler();
        var out = Files.createTempDirectory(folder, "classes");
        assertThat(
                        compiler.run(
                                null,
                                null,
                                null,
                                "-nowarn",
                                "-proc:none",
                                "-d",
                                out.toString(),
                                folder.resolve("in/p/X.java").toString()))
                .isZero();
        return TidyBytecode.classesIn(out);
    }

    private void write(String path, String text) throws IOException {
        var file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
