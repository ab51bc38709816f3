package dev.reprise.app;

import dev.reprise.app.Code.Unusable;
import dev.reprise.sim.Staffing;
import dev.reprise.sim.explore.Terms;
import dev.reprise.sim.task.Bounds;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Classic;
import dev.reprise.sim.task.Generator;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Searches schedules for one that fails, and hands back the smallest failure. */
@Command(
        name = "explore",
        description = {
            "Search orders for one that fails; keep it, make it small, and tell it: orders",
            "of what can happen to your workflows, as the @Explore methods of a test class",
            "say it, or schedules of a case of the executor.",
            "Without arguments: list the programs with known bugs."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no failure was found",
            "1:a failure was found",
            "2:the file is missing or bad or does not compile, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise explore OrderTest.java              all @Explore methods of a file",
            "  reprise explore shop.OrderTest --code target/test-classes:target/classes",
            "  reprise explore OrderTest.java --again once:crash@2/0    one order again",
            "  reprise explore OrderTest.java --again once:crash@2/0 --debug    in a debugger",
            "  reprise explore stack                       a program with a known bug",
            "  reprise explore stack --strategy pct:3      by another strategy",
            "  reprise explore failures/stack.json         the case of an artifact again",
            "  reprise explore --seeds 500 --schedules 20  the executor, by generated cases",
            "  reprise explore --seeds 1 --seed-base 4711  one of them again"
        })
final class Explore implements Callable<Integer> {
    private static final String VARIABLE = "SCHEDULER_SIM_STRESS_";
    private static final int SCHEDULES_OF_CASE = 10_000;
    private static final int SCHEDULES_OF_SEED = 10;

    private final Map<String, String> environment;
    private final Staffing staffing;

    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "CASE",
            description =
                    "A .java file or, with --code, the full name of a class, with @Explore methods;"
                            + " the name of a program; the file of an artifact.")
    private @Nullable String name;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description =
                    "Instead of CASE: the cases generated from so many seeds."
                            + " Default: $SCHEDULER_SIM_STRESS_SEEDS, if that is set.")
    private @Nullable Integer seeds;

    @Option(
            names = "--seed-base",
            paramLabel = "N",
            converter = Numbers.Seed.class,
            description =
                    "With --seeds: the first of them."
                            + " Default: $SCHEDULER_SIM_STRESS_SEED_BASE, or 0.")
    private @Nullable Long seedBase;

    @Option(
            names = "--bounds",
            paramLabel = "SIZE",
            converter = Size.class,
            description = "With --seeds: tiny, medium or large cases. Default: medium.")
    private @Nullable Bounds bounds;

    @Option(
            names = "--max-steps",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description =
                    "A run is given up after so many steps."
                            + " Default: what CASE says; $SCHEDULER_SIM_STRESS_MAX_STEPS,"
                            + " or what --bounds say.")
    private @Nullable Integer maxSteps;

    @Option(
            names = "--max-programs",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description =
                    "With --seeds: the most programs."
                            + " Default: $SCHEDULER_SIM_STRESS_MAX_PROGRAMS, or what --bounds say.")
    private @Nullable Integer maxPrograms;

    @Option(
            names = "--max-tasks",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description =
                    "With --seeds: the most tasks."
                            + " Default: $SCHEDULER_SIM_STRESS_MAX_TASKS, or what --bounds say.")
    private @Nullable Integer maxTasks;

    @Option(
            names = "--schedules",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description =
                    "The most orders of one test or case."
                            + " Default: what @Explore says; 10000 of CASE, 10 of each seed.")
    private @Nullable Integer schedules;

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            converter = Strategy.Converter.class,
            description =
                    "random, pct[:DEPTH], pos, urw, exhaustive[:DELAYS], guided or portfolio."
                            + " Default: what @Explore says, or portfolio.")
    private @Nullable Strategy strategy;

    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = Numbers.Seed.class,
            description = "What the strategy begins with. Default: what @Explore says, or 0.")
    private @Nullable Long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where failures are kept. Default: ${DEFAULT-VALUE}.")
    private Path folder = Path.of("failures");

    @Option(names = "--no-minimise", description = "Leave the failure as large as it is.")
    private boolean leave;

    @Option(names = "--json", description = "Answer with one JSON object.")
    private boolean json;

    @Mixin private TestOptions tests = new TestOptions();

    @Mixin private Debugging debugging = new Debugging();

    Explore() {
        this(System.getenv(), Staffing.REAL);
    }

    /** In another environment, with a crew that may have bugs. */
    Explore(Map<String, String> environment, Staffing staffing) {
        this.environment = environment;
        this.staffing = staffing;
    }

    @Override
    public Integer call() {
        if (tests.areMeant(name)) {
            return test();
        }
        tests.given()
                .or(() -> debugging.isAsked() ? Optional.of("--debug") : Optional.empty())
                .ifPresent(
                        it -> {
                            throw wrong(
                                    it
                                            + " is for test classes: name a .java file, or a class"
                                            + " and its --code.",
                                    null);
                        });
        if (name != null) {
            refuseGenerated();
            return one(name);
        }
        var count = given(seeds, "SEEDS", new Numbers.Count());
        if (count.isEmpty()) {
            return list();
        }
        return many(count.get());
    }

    private void refuseGenerated() {
        refuse("--seeds", seeds);
        refuse("--seed-base", seedBase);
        refuse("--bounds", bounds);
        refuse("--max-programs", maxPrograms);
        refuse("--max-tasks", maxTasks);
    }

    private void refuse(String option, @Nullable Object value) {
        if (value != null) {
            throw wrong(option + " is for generated cases: give it without '" + name + "'.", null);
        }
    }

    // ---- Test classes ----

    private int test() {
        if (name == null) {
            throw wrong("Name a class in " + tests.words("").strip() + ", with its package.", null);
        }
        refuseGenerated();
        if (leave) {
            throw wrong(
                    "--no-minimise is not for test classes: their stories are made small.", null);
        }
        try {
            return test(name);
        } catch (Unusable e) {
            throw wrong(String.valueOf(e.getMessage()), e);
        }
    }

    private int test(String name) {
        var again = tests.again();
        if (debugging.isAsked() && again.isEmpty()) {
            throw wrong("--debug is for one order: say which with --again.", null);
        }
        if (debugging.isElsewhere()) {
            return debugging.elsewhere();
        }
        var explored =
                new ExploredTests(
                        out(),
                        spec.commandLine().getErr(),
                        json,
                        tests.words(name),
                        folder,
                        tests.picture());
        List<ScenarioMethod> methods =
                tests.methods(name).stream().map(it -> it.on(terms(it.terms()))).toList();
        if (again.isEmpty()) {
            return explored.all(methods);
        }
        ScenarioMethod method = asked(methods, again.get().method());
        debugging.moment(method.name() + " begins in its order.");
        try {
            return explored.again(method, again.get().schedule());
        } catch (IllegalArgumentException e) {
            throw wrong("--again: " + e.getMessage() + ".", e);
        }
    }

    private ScenarioMethod asked(List<ScenarioMethod> methods, String word) {
        List<ScenarioMethod> found =
                methods.stream()
                        .filter(it -> it.name().equals(word) || it.method().getName().equals(word))
                        .toList();
        if (found.size() != 1) {
            throw wrong(
                    (found.isEmpty() ? "There is no method " : "There are several methods ")
                            + word
                            + " with @Explore; name one of "
                            + methods.stream()
                                    .map(ScenarioMethod::name)
                                    .collect(Collectors.joining(", "))
                            + ".",
                    null);
        }
        return found.getFirst();
    }

    private Terms terms(Terms said) {
        Terms terms = schedules == null ? said : said.schedules(schedules);
        terms = maxSteps == null ? terms : terms.stepsMax(maxSteps);
        terms = seed == null ? terms : terms.seed(seed);
        return strategy == null ? terms : terms.strategy(ofTests(strategy));
    }

    private dev.reprise.sim.explore.Strategy ofTests(Strategy asked) {
        for (var each : dev.reprise.sim.explore.Strategy.values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(asked.toString())) {
                return each;
            }
        }
        throw wrong(
                "--strategy "
                        + asked
                        + " is for programs; test classes are explored by "
                        + Arrays.stream(dev.reprise.sim.explore.Strategy.values())
                                .map(it -> it.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))
                        + ".",
                null);
    }

    // ---- Programs and generated cases ----

    private Strategy strategy() {
        return strategy == null ? new Strategy.Converter().convert("portfolio") : strategy;
    }

    private long seed() {
        return seed == null ? 0 : seed;
    }

    private ParameterException wrong(String sentence, @Nullable Throwable cause) {
        return new ParameterException(spec.commandLine(), sentence, cause);
    }

    /** What an option says, or the variable that stands for it. */
    private <T> Optional<T> given(
            @Nullable T option, String variable, ITypeConverter<T> converter) {
        var value = environment.get(VARIABLE + variable);
        if (option != null || value == null || value.isBlank()) {
            return Optional.ofNullable(option);
        }
        try {
            return Optional.of(converter.convert(value.strip()));
        } catch (Exception e) {
            throw wrong(
                    "Invalid value for the variable " + VARIABLE + variable + ": " + e.getMessage(),
                    e);
        }
    }

    private int list() {
        if (json) {
            Answer.json(
                    out(),
                    it ->
                            it.name("programs")
                                    .array(
                                            () ->
                                                    Classic.names()
                                                            .forEach(program -> it.text(program))));
            return 0;
        }
        out().println("Programs with known bugs; `reprise explore NAME` searches one of them:");
        out().println();
        for (var program : Classic.names()) {
            out().printf(
                            "  %-17s %-26s %s%n",
                            program, Catalogue.size(program), Catalogue.bug(program).orElse(""));
        }
        out().println();
        out().println("`reprise explore --seeds 500` searches the executor in generated cases.");
        return 0;
    }

    private int one(String name) {
        var plan = Classic.names().contains(name) ? Classic.named(name) : planOf(name);
        if (maxSteps != null) {
            plan = plan.withStepsMax(maxSteps);
        }
        var exploration = exploration(SCHEDULES_OF_CASE);
        var found = exploration.search(plan, strategy().search(seed()), () -> name);
        return found.isPresent()
                ? findings().failure(name, stem(name), seed(), found.get(), exploration)
                : findings().none(name, exploration);
    }

    private Case planOf(String name) {
        Path path;
        try {
            path = Path.of(name);
        } catch (InvalidPathException e) {
            throw wrong("'" + name + "' is neither a program nor a file.", e);
        }
        if (Files.exists(path) || name.contains("/") || name.endsWith(".json")) {
            return ArtifactFile.read(path, spec.commandLine()).plan();
        }
        throw wrong(
                "'"
                        + name
                        + "' is neither a program nor a file."
                        + Spelling.nearest(name, Classic.names())
                                .map(nearest -> " Did you mean '" + nearest + "'?")
                                .orElse(" `reprise explore` lists the programs."),
                null);
    }

    /** How the files of a failure are called: never like the file that the case is from. */
    private static String stem(String name) {
        return Classic.names().contains(name)
                ? name
                : Keeping.beside(Path.of(name), ".explored").getFileName().toString();
    }

    private int many(int count) {
        long first = given(seedBase, "SEED_BASE", new Numbers.Seed()).orElse(0L);
        var limits = limits();
        var exploration = exploration(SCHEDULES_OF_SEED);
        var range =
                "seeds "
                        + Long.toUnsignedString(first)
                        + ".."
                        + Long.toUnsignedString(first + count - 1);
        for (int i = 0; i < count; i++) {
            long one = first + i;
            var word = Long.toUnsignedString(one);
            var found =
                    exploration.search(
                            Generator.generate(one, limits),
                            strategy().search(seed() + one),
                            () -> "seed " + word + " of " + range);
            if (found.isPresent()) {
                return findings()
                        .failure("seed " + word, "seed_" + word, one, found.get(), exploration);
            }
        }
        return findings().none(range, exploration);
    }

    private Bounds limits() {
        var size = bounds == null ? Bounds.MEDIUM : bounds;
        var count = new Numbers.Count();
        try {
            return new Bounds(
                    size.workers(),
                    given(maxTasks, "MAX_TASKS", count).orElse(size.tasks()),
                    given(maxPrograms, "MAX_PROGRAMS", count).orElse(size.programs()),
                    size.length(),
                    size.resources(),
                    size.events(),
                    given(maxSteps, "MAX_STEPS", count).orElse(size.steps()));
        } catch (IllegalArgumentException e) {
            throw wrong("Such cases cannot be generated: " + e.getMessage() + ".", e);
        }
    }

    private Exploration exploration(int schedulesByDefault) {
        return new Exploration(
                staffing,
                schedules == null ? schedulesByDefault : schedules,
                new Ticker(spec.commandLine().getErr()));
    }

    private Findings findings() {
        return new Findings(
                out(),
                spec.commandLine().getErr(),
                json,
                strategy(),
                seed(),
                folder,
                !leave,
                staffing);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Understands how large generated cases may be. */
    static final class Size implements ITypeConverter<Bounds> {
        @Override
        public Bounds convert(String value) {
            return switch (value) {
                case "tiny" -> Bounds.TINY;
                case "medium" -> Bounds.MEDIUM;
                case "large" -> Bounds.LARGE;
                default ->
                        throw new TypeConversionException(
                                "'" + value + "' is not a size; there are tiny, medium, large");
            };
        }
    }
}
