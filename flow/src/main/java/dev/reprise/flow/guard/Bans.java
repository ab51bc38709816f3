package dev.reprise.flow.guard;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What workflow code may not call, as data.
 *
 * <p>Left out on purpose: what takes its clock, seed or locale from the caller ({@code
 * Instant.now(Clock)}, {@code new Random(7)}); {@code String.getBytes()}, which is UTF-8 since JDK
 * 18 unless the process is told otherwise; paths, addresses and requests that are only put together
 * ({@code Path.of}, {@code URI}, {@code HttpRequest}); and monitors, which only one unit at a time
 * could want.
 */
final class Bans {
    /** The class whose calls are the good ones, by its internal name. */
    static final String FLOW = "dev/reprise/flow/Flow";

    private static final String LOGGER = "use Flow.logger(), which is silent in replay";

    private static final String NO_ZONE =
            "use Flow.now(), and name the zone: atZone(ZoneOffset.UTC)";

    static final List<Ban> ALL =
            Stream.of(
                            clock(),
                            random(),
                            starting(),
                            waiting(),
                            logging(),
                            io(),
                            environment(),
                            locale(),
                            other())
                    .flatMap(it -> it)
                    .toList();

    private static final Map<String, List<Ban>> TYPES = types();
    private static final List<Ban> PACKAGES = ALL.stream().filter(Ban::isPackage).toList();

    private Bans() {}

    /** The ban on a member of a foreign class, if there is one. */
    static Optional<Ban> on(Member member, Library library) {
        if (member.owner().startsWith(Library.REPRISE) && !library.own(member.owner())) {
            return Optional.empty();
        }
        return library.supertypes(member.owner()).stream()
                .flatMap(it -> on(member, it, !it.equals(member.owner())))
                .findFirst();
    }

    private static Stream<Ban> on(Member member, String type, boolean inherited) {
        var name = type.replace('/', '.').replace('$', '.');
        return Stream.concat(
                        TYPES.getOrDefault(name, List.of()).stream(),
                        PACKAGES.stream().filter(it -> it.coversType(name)))
                .filter(it -> it.coversMember(member, inherited));
    }

    private static Map<String, List<Ban>> types() {
        var types = new HashMap<String, List<Ban>>();
        ALL.stream()
                .filter(it -> !it.isPackage())
                .forEach(it -> types.computeIfAbsent(it.type(), _ -> new ArrayList<>()).add(it));
        return types;
    }

    private static Stream<Ban> bans(Rule rule, String instead, String... patterns) {
        return Stream.of(patterns).map(it -> Ban.parse(rule, instead, it));
    }

    private static Stream<Ban> bans(Rule rule, List<String> patterns) {
        return patterns.stream().map(it -> Ban.parse(rule, rule.advice(), it));
    }

    private static Stream<Ban> clock() {
        return Stream.concat(
                bans(
                        Rule.CLOCK,
                        List.of(
                                "java.lang.System#currentTimeMillis|nanoTime",
                                "java.time.Instant#now()",
                                "java.time.Clock#system*|tickMillis|tickMinutes|tickSeconds",
                                "java.time.InstantSource#system",
                                "java.util.Date#<init>()")),
                bans(
                        Rule.CLOCK,
                        NO_ZONE,
                        "java.time.LocalDate#now()|now(ZoneId)",
                        "java.time.LocalTime#now()|now(ZoneId)",
                        "java.time.LocalDateTime#now()|now(ZoneId)",
                        "java.time.MonthDay#now()|now(ZoneId)",
                        "java.time.OffsetDateTime#now()|now(ZoneId)",
                        "java.time.OffsetTime#now()|now(ZoneId)",
                        "java.time.Year#now()|now(ZoneId)",
                        "java.time.YearMonth#now()|now(ZoneId)",
                        "java.time.ZonedDateTime#now()|now(ZoneId)",
                        "java.time.chrono.HijrahDate#now()|now(ZoneId)",
                        "java.time.chrono.JapaneseDate#now()|now(ZoneId)",
                        "java.time.chrono.MinguoDate#now()|now(ZoneId)",
                        "java.time.chrono.ThaiBuddhistDate#now()|now(ZoneId)",
                        "java.util.Calendar#getInstance",
                        "java.util.GregorianCalendar#<init>()|<init>(TimeZone)|<init>(Locale)"
                                + "|<init>(TimeZone,Locale)"));
    }

    private static Stream<Ban> random() {
        return Stream.of(
                        bans(
                                Rule.RANDOM,
                                "use Flow.random()",
                                "java.lang.Math#random",
                                "java.lang.StrictMath#random",
                                "java.util.Random#<init>()",
                                "java.util.SplittableRandom#<init>()",
                                "java.util.concurrent.ThreadLocalRandom#current",
                                "java.util.random.RandomGenerator#getDefault|of",
                                "java.util.random.RandomGeneratorFactory#create()",
                                "java.security.SecureRandom#<init>|getInstance*"),
                        bans(
                                Rule.RANDOM,
                                "use Collections.shuffle(list, Flow.random())",
                                "java.util.Collections#shuffle(List)"),
                        bans(Rule.RANDOM, "use Flow.uuid()", "java.util.UUID#randomUUID"),
                        bans(
                                Rule.RANDOM,
                                "call it in an activity",
                                "java.security.KeyPairGenerator#generateKeyPair|genKeyPair",
                                "javax.crypto.KeyGenerator#generateKey"))
                .flatMap(it -> it);
    }

    private static Stream<Ban> starting() {
        return Stream.of(
                        bans(
                                Rule.THREAD,
                                "use Flow.sleep(Duration)",
                                "java.lang.Thread#sleep",
                                "java.util.concurrent.TimeUnit#sleep|timedJoin|timedWait",
                                "java.util.Timer"),
                        bans(
                                Rule.THREAD,
                                "use Flow.async or Flow.parallel, whose order is recorded",
                                "java.lang.Thread#<init>|start|startVirtualThread|ofVirtual"
                                        + "|ofPlatform",
                                "java.util.concurrent.Executor#execute",
                                "java.util.concurrent.ExecutorService",
                                "java.util.concurrent.Executors",
                                "java.util.concurrent.ExecutorCompletionService",
                                "java.util.concurrent.ForkJoinTask",
                                "java.util.concurrent.FutureTask#run",
                                "java.util.concurrent.StructuredTaskScope",
                                "java.util.concurrent.CompletableFuture#supplyAsync|runAsync"
                                        + "|delayedExecutor|orTimeout|completeOnTimeout",
                                "java.util.concurrent.CompletionStage#thenApplyAsync"
                                        + "|thenAcceptAsync|thenRunAsync|thenCombineAsync"
                                        + "|thenAcceptBothAsync|runAfterBothAsync"
                                        + "|applyToEitherAsync|acceptEitherAsync"
                                        + "|runAfterEitherAsync|thenComposeAsync|handleAsync"
                                        + "|whenCompleteAsync|exceptionallyAsync"))
                .flatMap(it -> it);
    }

    private static Stream<Ban> waiting() {
        return Stream.of(
                        bans(
                                Rule.THREAD,
                                "use Flow.await(condition), or the promise of Flow.async",
                                "java.lang.Object#wait()|wait(long)|wait(long,int)|notify()|notifyAll()",
                                "java.lang.Thread#join|yield|onSpinWait",
                                "java.util.concurrent.CompletableFuture#join|get",
                                "java.util.concurrent.Future#get",
                                "java.util.concurrent.CountDownLatch#await",
                                "java.util.concurrent.CyclicBarrier#await",
                                "java.util.concurrent.Exchanger#exchange",
                                "java.util.concurrent.Phaser#await*|arriveAndAwaitAdvance",
                                "java.util.concurrent.locks.Condition#await*|signal*",
                                "java.util.concurrent.locks.LockSupport"),
                        bans(
                                Rule.THREAD,
                                "use Flow.mutex() or Flow.semaphore(n)",
                                "java.util.concurrent.locks.Lock#lock|lockInterruptibly|tryLock",
                                "java.util.concurrent.locks.StampedLock",
                                "java.util.concurrent.Semaphore#acquire*|tryAcquire"),
                        bans(
                                Rule.THREAD,
                                "use Flow.channel(n)",
                                "java.util.concurrent.BlockingQueue#put|take"
                                        + "|offer(Object,long,TimeUnit)|poll(long,TimeUnit)",
                                "java.util.concurrent.BlockingDeque#putFirst|putLast|takeFirst"
                                        + "|takeLast",
                                "java.util.concurrent.TransferQueue#transfer|tryTransfer"),
                        bans(
                                Rule.THREAD,
                                "use stream(), or Flow.parallel for units of work",
                                "java.util.Collection#parallelStream",
                                "java.util.stream.BaseStream#parallel",
                                "java.util.Arrays#parallel*"),
                        bans(
                                Rule.THREAD,
                                "keep it in a field of the workflow, or ask Flow.info()",
                                "java.lang.Thread#currentThread|interrupted|getAllStackTraces"
                                        + "|activeCount",
                                "java.lang.ThreadLocal"))
                .flatMap(it -> it);
    }

    private static Stream<Ban> logging() {
        return bans(
                Rule.IO,
                LOGGER,
                "java.lang.IO#print|println",
                "java.lang.System#out|err|getLogger",
                "java.lang.Throwable#printStackTrace()",
                "java.util.logging.*");
    }

    private static Stream<Ban> io() {
        return bans(
                Rule.IO,
                List.of(
                        "java.io.Console",
                        "java.io.File#can*|create*|delete*|exists|getAbsolute*|getCanonical*"
                                + "|getFreeSpace|getTotalSpace|getUsableSpace|isDirectory|isFile"
                                + "|isHidden|lastModified|length|list*|mkdir*|renameTo|set*",
                        "java.io.FileInputStream#<init>",
                        "java.io.FileOutputStream#<init>",
                        "java.io.FileReader#<init>",
                        "java.io.FileWriter#<init>",
                        "java.io.PrintStream#<init>(String)|<init>(File)",
                        "java.io.PrintWriter#<init>(String)|<init>(File)",
                        "java.io.RandomAccessFile#<init>",
                        "java.lang.IO#readln",
                        "java.lang.Process",
                        "java.lang.ProcessBuilder#start|startPipeline",
                        "java.lang.Runtime#exec",
                        "java.lang.System#in|console|inheritedChannel",
                        "java.net.DatagramSocket",
                        "java.net.InetAddress#getByName|getAllByName|getLocalHost|isReachable"
                                + "|getHostName|getCanonicalHostName",
                        "java.net.InetSocketAddress#<init>(String,int)",
                        "java.net.NetworkInterface",
                        "java.net.ServerSocket",
                        "java.net.Socket",
                        "java.net.URL#openConnection|openStream|getContent|equals|hashCode",
                        "java.net.URLConnection",
                        "java.net.http.HttpClient",
                        "java.net.http.WebSocket",
                        "java.nio.channels.AsynchronousFileChannel#open",
                        "java.nio.channels.AsynchronousSocketChannel#open",
                        "java.nio.channels.DatagramChannel#open",
                        "java.nio.channels.FileChannel#open",
                        "java.nio.channels.Selector#open",
                        "java.nio.channels.ServerSocketChannel#open",
                        "java.nio.channels.SocketChannel#open",
                        "java.nio.file.FileSystems",
                        "java.nio.file.Files",
                        "java.nio.file.Path#register|toAbsolutePath|toRealPath",
                        "java.rmi.*",
                        "java.sql.Connection",
                        "java.sql.DriverManager",
                        "java.sql.ResultSet",
                        "java.sql.Statement",
                        "java.util.Scanner#<init>(File)|<init>(Path)",
                        "java.util.prefs.*",
                        "javax.naming.*",
                        "javax.sql.*"));
    }

    private static Stream<Ban> environment() {
        return Stream.concat(
                bans(
                        Rule.ENVIRONMENT,
                        List.of(
                                "java.lang.Boolean#getBoolean",
                                "java.lang.Integer#getInteger",
                                "java.lang.Long#getLong",
                                "java.lang.ProcessHandle",
                                "java.lang.Runtime#availableProcessors|freeMemory|maxMemory|totalMemory"
                                        + "|version",
                                "java.lang.System#getenv|getProperty|getProperties|lineSeparator",
                                "java.lang.management.*")),
                bans(
                        Rule.ENVIRONMENT,
                        "a workflow ends by returning or throwing, and leaves the process alone",
                        "java.lang.Runtime#addShutdownHook|exit|gc|halt|load|loadLibrary",
                        "java.lang.System#clearProperty|exit|gc|load|loadLibrary|setErr|setIn"
                                + "|setOut|setProperties|setProperty"));
    }

    private static Stream<Ban> locale() {
        return Stream.of(
                        bans(
                                Rule.LOCALE,
                                "pass a locale by name, such as Locale.ROOT",
                                "java.lang.String#format(String,Object[])|formatted|toLowerCase()"
                                        + "|toUpperCase()",
                                "java.text.BreakIterator#getCharacterInstance()|getLineInstance()"
                                        + "|getSentenceInstance()|getWordInstance()",
                                "java.text.Collator#getInstance()",
                                "java.text.DateFormat#getInstance|getDateInstance()"
                                        + "|getDateInstance(int)|getDateTimeInstance()"
                                        + "|getDateTimeInstance(int,int)|getTimeInstance()"
                                        + "|getTimeInstance(int)",
                                "java.text.DecimalFormat#<init>()|<init>(String)",
                                "java.text.DecimalFormatSymbols#<init>()|getInstance()",
                                "java.text.MessageFormat#<init>(String)|format(String,Object[])",
                                "java.text.NumberFormat#getInstance()|getCompactNumberInstance()"
                                        + "|getCurrencyInstance()|getIntegerInstance()"
                                        + "|getNumberInstance()|getPercentInstance()",
                                "java.text.SimpleDateFormat#<init>()|<init>(String)",
                                "java.time.format.DateTimeFormatter#ofPattern(String)"
                                        + "|ofLocalizedDate|ofLocalizedDateTime|ofLocalizedTime",
                                "java.util.Formatter#<init>()|<init>(Appendable)",
                                "java.util.Locale#getDefault|setDefault",
                                "java.util.ResourceBundle#getBundle(String)"),
                        bans(
                                Rule.LOCALE,
                                "name the zone, such as ZoneOffset.UTC",
                                "java.time.ZoneId#systemDefault",
                                "java.util.Date#toString|getDate|getDay|getHours|getMinutes"
                                        + "|getMonth|getSeconds|getTimezoneOffset|getYear",
                                "java.util.TimeZone#getDefault|setDefault"),
                        bans(
                                Rule.LOCALE,
                                "name the charset, such as StandardCharsets.UTF_8",
                                "java.nio.charset.Charset#defaultCharset"))
                .flatMap(it -> it);
    }

    private static Stream<Ban> other() {
        return Stream.of(
                        bans(
                                Rule.IDENTITY,
                                List.of(
                                        "java.lang.System#identityHashCode",
                                        "java.lang.ref.*",
                                        "java.util.IdentityHashMap#<init>",
                                        "java.util.WeakHashMap#<init>")),
                        bans(
                                Rule.IDENTITY,
                                "use ordinal() or name().hashCode(): an enum hashes by its address",
                                "java.lang.Enum#hashCode"),
                        bans(
                                Rule.OPAQUE,
                                List.of(
                                        "java.lang.Class#forName|newInstance",
                                        "java.lang.invoke.MethodHandle#invoke*",
                                        "java.lang.reflect.Constructor#newInstance",
                                        "java.lang.reflect.Method#invoke",
                                        "java.lang.reflect.Proxy#newProxyInstance",
                                        "java.util.ServiceLoader")),
                        bans(
                                Rule.OPAQUE,
                                "name the members: reflection lists them in no particular order",
                                "java.lang.Class#getConstructors|getDeclaredConstructors"
                                        + "|getDeclaredFields|getDeclaredMethods|getFields"
                                        + "|getMethods"))
                .flatMap(it -> it);
    }

    /**
     * Calls that workflow code may not make.
     *
     * @param type the type's name; with {@code .*} at the end, all types of a package and below
     * @param members the members that are banned, or none for all: a name, a name with parameters,
     *     or the beginning of a name with {@code *}
     * @param instead what to use instead
     */
    record Ban(Rule rule, String type, List<String> members, String instead) {

        /**
         * Reads a pattern: {@code type}, {@code package.*}, {@code type#member|member(parameters)}.
         */
        static Ban parse(Rule rule, String instead, String pattern) {
            var parts = pattern.split("#", 2);
            var members = parts.length == 1 ? List.<String>of() : List.of(parts[1].split("\\|"));
            return new Ban(rule, parts[0], members, instead);
        }

        boolean isPackage() {
            return type.endsWith(".*");
        }

        /** Whether a type's name, with dots, is meant. */
        boolean coversType(String name) {
            return isPackage()
                    ? name.startsWith(type.substring(0, type.length() - 1))
                    : name.equals(type);
        }

        /**
         * Whether a member is banned that is called on the type or inherited from it.
         *
         * @param inherited whether it is called on a subtype; a constructor is then another one
         */
        boolean coversMember(Member member, boolean inherited) {
            if (members.isEmpty()) {
                return true;
            }
            return members.stream()
                    .filter(_ -> !(inherited && member.isConstructor()))
                    .anyMatch(it -> matches(it, member));
        }

        private static boolean matches(String pattern, Member member) {
            if (pattern.endsWith("*")) {
                return member.name().startsWith(pattern.substring(0, pattern.length() - 1));
            }
            return pattern.contains("(")
                    ? pattern.equals(member.name() + member.parameters())
                    : pattern.equals(member.name());
        }
    }
}
