package dev.reprise.app;

import dev.reprise.form.JsonSink;
import dev.reprise.sim.explore.Explorer;
import dev.reprise.sim.explore.Finding;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Explores the methods of a test class, one after the other, and tells what came of each.
 *
 * @param words what names the class on the command line
 * @param folder where failures are kept
 * @param picture where the first one is drawn, if it is
 */
record ExploredTests(
        PrintWriter out,
        PrintWriter err,
        boolean json,
        String words,
        Path folder,
        @Nullable Path picture) {

    /** What came of a method. */
    private sealed interface Outcome {
        /** Nothing went wrong. */
        record Passed() implements Outcome {}

        /** Something did; the page may not have been written. */
        record Failed(Finding finding, Optional<Path> page) implements Outcome {}

        /** It could not be explored, since it threw when it was asked what there is. */
        record Thrown(Throwable cause) implements Outcome {}
    }

    private record Explored(
            ScenarioMethod method, Explorer explorer, Duration took, Outcome outcome) {
        boolean isPassed() {
            return outcome instanceof Outcome.Passed;
        }

        long perSecond() {
            return explorer.schedules() * 1_000 / Math.max(1, took.toMillis());
        }

        String met() {
            return faults(explorer);
        }
    }

    /** Tries many orders of each. */
    int all(List<ScenarioMethod> methods) {
        List<Explored> all = new ArrayList<>();
        for (ScenarioMethod method : methods) {
            all.add(told(explored(method, Explorer::explore)));
        }
        return sum(all);
    }

    /**
     * One order of one method.
     *
     * @throws IllegalArgumentException when the schedule is none
     */
    int again(ScenarioMethod method, String schedule) {
        return sum(List.of(told(explored(method, it -> it.again(schedule)))));
    }

    // ---- Exploring ----

    private Explored explored(ScenarioMethod method, Function<Explorer, Optional<Finding>> search) {
        var ticker = new Ticker(err);
        long began = System.nanoTime();
        Explorer explorer = method.explorer().watch(it -> tick(ticker, method, it, began));
        Outcome outcome;
        try {
            outcome =
                    search.apply(explorer)
                            .<Outcome>map(it -> new Outcome.Failed(it, kept(method, it)))
                            .orElseGet(Outcome.Passed::new);
        } catch (ScenarioMethod.Broken e) {
            outcome = new Outcome.Thrown(e.thrown());
        }
        ticker.clear();
        var took = Duration.ofNanos(System.nanoTime() - began);
        return new Explored(method, explorer, took, outcome);
    }

    private static void tick(Ticker ticker, ScenarioMethod method, Explorer now, long began) {
        ticker.tick(
                () -> {
                    long millis = Math.max(1, (System.nanoTime() - began) / 1_000_000);
                    return now.schedules()
                            + " orders, "
                            + now.schedules() * 1_000 / millis
                            + "/s, "
                            + method.terms().strategy().name().toLowerCase(Locale.ROOT)
                            + (now.met().isEmpty() ? "" : ", " + faults(now))
                            + ": "
                            + method.name();
                });
    }

    private static String faults(Explorer explorer) {
        return explorer.met().entrySet().stream()
                .map(it -> it.getKey() + " " + it.getValue())
                .collect(Collectors.joining(", "));
    }

    private Optional<Path> kept(ScenarioMethod method, Finding finding) {
        try {
            return Optional.of(finding.keep(folder, method.name()));
        } catch (IOException e) {
            err.println(folder + " cannot be written to (" + e + "): name another with --out.");
            return Optional.empty();
        }
    }

    // ---- Telling ----

    private Explored told(Explored one) {
        if (!json) {
            out.println(
                    switch (one.outcome) {
                        case Outcome.Passed() ->
                                Answer.good("passed") + "  " + one.method.name() + ": " + how(one);
                        case Outcome.Failed failed -> inWords(one, failed);
                        case Outcome.Thrown(var cause) ->
                                Answer.bad("failed")
                                        + "  "
                                        + one.method.name()
                                        + " throws before anything has happened: "
                                        + cause;
                    });
        }
        return one;
    }

    private static String how(Explored one) {
        String met = one.met();
        return one.explorer.schedules() == 0
                ? "nothing goes wrong in that order"
                : one.explorer.coverage()
                        + ", "
                        + one.perSecond()
                        + " orders/s; "
                        + (met.isEmpty() ? "no faults" : "met " + met);
    }

    private String inWords(Explored one, Outcome.Failed failed) {
        Finding finding = failed.finding();
        return Answer.bad("failed")
                + "  "
                + one.method.name()
                + ": "
                + finding.heading(one.method.terms().schedules())
                + "\n\n"
                + finding.told()
                + "\n\n"
                + failed.page().map(it -> "  page   " + it + "\n").orElse("")
                + "  again  "
                + again(one, finding)
                + "\n  debug  the same with --debug\n";
    }

    private String again(Explored one, Finding finding) {
        return "reprise explore "
                + words
                + " --again "
                + one.method.name()
                + ":"
                + finding.schedule();
    }

    private int sum(List<Explored> all) {
        long failed = all.stream().filter(it -> !it.isPassed()).count();
        boolean drawn = drawn(all);
        if (json) {
            Answer.json(out, it -> inJson(it, all, failed));
        } else if (all.size() > 1) {
            out.println(
                    failed == 0
                            ? "None of " + all.size() + " failed."
                            : failed + " of " + all.size() + " failed.");
        }
        return failed == 0 && drawn ? 0 : 1;
    }

    private boolean drawn(List<Explored> all) {
        for (Explored each : all) {
            if (picture != null && each.outcome instanceof Outcome.Failed(var finding, _)) {
                byte[] drawing = finding.picture().getBytes(StandardCharsets.UTF_8);
                return new Keeping(out, err, json).write(picture, drawing).isPresent();
            }
        }
        return true;
    }

    private void inJson(JsonSink it, List<Explored> all, long failed) {
        it.name("tests").array(() -> all.forEach(each -> it.object(() -> inJson(it, each))));
        it.name("failed").number(failed);
    }

    private void inJson(JsonSink it, Explored one) {
        it.name("test").text(one.method.name());
        it.name("passed").bool(one.isPassed());
        it.name("strategy").text(one.method.terms().strategy().name().toLowerCase(Locale.ROOT));
        it.name("seed").unsigned(one.method.terms().seed());
        it.name("orders").number(one.explorer.schedules());
        it.name("orders_per_second").number(one.perSecond());
        it.name("exhausted").bool(one.explorer.isExhausted());
        it.name("met")
                .object(
                        () ->
                                one.explorer
                                        .met()
                                        .forEach(
                                                (fault, times) ->
                                                        it.name(fault.toString()).number(times)));
        switch (one.outcome) {
            case Outcome.Passed() -> {}
            case Outcome.Failed(var finding, var page) -> {
                finding.writeJson(it);
                page.ifPresent(path -> it.name("page").text(path.toString()));
                it.name("again").text(again(one, finding));
            }
            case Outcome.Thrown(var cause) -> it.name("thrown").text(cause.toString());
        }
    }
}
