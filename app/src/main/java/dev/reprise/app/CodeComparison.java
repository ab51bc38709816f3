package dev.reprise.app;

import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Verification;
import dev.reprise.filter.Selection;
import dev.reprise.form.JsonSink;
import dev.reprise.history.Mismatch;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Replays stored runs with the code there is and with that to come, and tells the difference. */
final class CodeComparison {
    private final EngineCommand command;
    private final Workflows before;
    private final Workflows after;
    private final Path old;
    private final Path code;
    private final SortedMap<String, EnumMap<Change, Long>> types = new TreeMap<>();
    private final SortedSet<String> told = new TreeSet<>();
    private long without;

    CodeComparison(EngineCommand command, Workflows before, Workflows after, Path old, Path code) {
        this.command = command;
        this.before = before;
        this.after = after;
        this.old = old;
        this.code = code;
    }

    /** What becomes of a run when the new code takes the place of the old one. */
    private enum Change {
        /** It replays with both. */
        NONE("both"),
        /** It replays with the old one only. */
        BREAKS("old only"),
        /** It replays with the new one only. */
        MENDED("new only"),
        /** It replays with neither. */
        BROKEN("neither");

        private final String with;

        Change(String with) {
            this.with = with;
        }

        private static Change of(Fit before, Fit after) {
            boolean did = before instanceof Fit.Same;
            boolean does = after instanceof Fit.Same;
            return did ? does ? NONE : BREAKS : does ? MENDED : BROKEN;
        }
    }

    /** How some code fits a run. */
    private sealed interface Fit {
        /** It takes the recorded path. */
        record Same() implements Fit {}

        /** It takes another. */
        record Different(Mismatch mismatch) implements Fit {}

        /** It has no workflow of that type. */
        record Absent() implements Fit {}
    }

    /** Of all runs that are selected; of one type only, if one is named. The exit code. */
    int of(StoredRuns stored, Selection selection, @Nullable String type) {
        var ticker = command.ticker();
        var others = new TreeMap<String, String>();
        long[] seen = {0};
        stored.each(
                selection,
                run -> {
                    if (type == null || type.equals(run.type())) {
                        seen[0]++;
                        ticker.tick(() -> seen[0] + " runs compared, at " + run.run());
                        compare(stored, run, ticker);
                    } else {
                        others.put(run.type(), "");
                    }
                });
        ticker.clear();
        if (seen[0] == 0 && type != null) {
            throw command.wrong(
                    "There is no run of type "
                            + type
                            + " to compare them by."
                            + Spelling.nearest(type, others.keySet())
                                    .map(it -> " Did you mean '" + it + "'?")
                                    .orElse(""));
        }
        sum();
        return all(Change.BREAKS) == 0 ? 0 : EngineCommand.REFUSED;
    }

    private void compare(StoredRuns stored, Description run, Ticker ticker) {
        Fit did = fit(stored, run, before);
        Fit does = fit(stored, run, after);
        if (did instanceof Fit.Absent && does instanceof Fit.Absent) {
            without++;
            return;
        }
        Change change = Change.of(did, does);
        types.computeIfAbsent(run.type(), _ -> new EnumMap<>(Change.class))
                .merge(change, 1L, Long::sum);
        if (change != Change.NONE) {
            ticker.clear();
            tell(run, change, does);
        }
    }

    private static Fit fit(StoredRuns stored, Description run, Workflows workflows) {
        return switch (stored.verification(workflows, false).verify(run)) {
            case Verification.Verdict.Same _ -> new Fit.Same();
            case Verification.Verdict.Absent _ -> new Fit.Absent();
            case Verification.Verdict.Different(var found) ->
                    new Fit.Different(found.getFirst().mismatch());
        };
    }

    private void tell(Description run, Change change, Fit does) {
        if (command.inJson()) {
            command.json(it -> inJson(it, run, change, does));
        } else if (change == Change.BREAKS) {
            var out = command.out();
            String which = run.run() + " (" + run.type() + ", " + ListRuns.word(run) + ")";
            if (told.add(run.type() + " " + place(does))) {
                out.println(which + " would break.");
                out.println("  " + why(does).strip().replace("\n", "\n  "));
                out.println();
            } else {
                out.println(which + " would break at the same place, " + place(does) + ".");
            }
        }
    }

    /** A line of code where that is known, to tell it once. */
    private String place(Fit does) {
        return does instanceof Fit.Different(var mismatch)
                ? mismatch.place().line().isEmpty()
                        ? "turn " + mismatch.place().turn()
                        : mismatch.place().line()
                : String.valueOf(code);
    }

    private String why(Fit does) {
        return switch (does) {
            case Fit.Same() -> "";
            case Fit.Different(var mismatch) -> mismatch.describe();
            case Fit.Absent() -> "There is no workflow of its type in " + code + ".";
        };
    }

    private void inJson(JsonSink it, Description run, Change change, Fit does) {
        it.name("run").text(run.run().value());
        it.name("type").text(run.type());
        it.name("status").text(ListRuns.word(run));
        it.name("replays_with").text(change.with);
        if (does instanceof Fit.Different(var mismatch)) {
            it.name("turn").number(mismatch.place().turn());
            it.name("line").text(mismatch.place().line());
        }
        if (!(does instanceof Fit.Same)) {
            it.name("message").text(why(does));
        }
    }

    private long all(Change change) {
        return types.values().stream().mapToLong(it -> it.getOrDefault(change, 0L)).sum();
    }

    private void sum() {
        long breaking = all(Change.BREAKS);
        long meant = 0;
        for (Change each : Change.values()) {
            meant += all(each);
        }
        long runs = meant;
        if (command.inJson()) {
            command.json(
                    it -> {
                        it.name("old").text(old.toString());
                        it.name("new").text(code.toString());
                        it.name("runs").number(runs);
                        for (Change each : Change.values()) {
                            it.name(each.with.replace(' ', '_')).number(all(each));
                        }
                        it.name("without_code").number(without);
                    });
            return;
        }
        var table = new Table("TYPE", "BOTH", "OLD ONLY", "NEW ONLY", "NEITHER");
        types.forEach(
                (type, counts) ->
                        table.row(
                                type,
                                count(counts, Change.NONE),
                                count(counts, Change.BREAKS),
                                count(counts, Change.MENDED),
                                count(counts, Change.BROKEN)));
        table.print(command.out());
        command.painted()
                .println(
                        (breaking == 0
                                        ? Answer.good("yes") + "  none"
                                        : Answer.bad("no") + "  " + breaking)
                                + " of "
                                + runs
                                + " runs would break with "
                                + code
                                + (without == 0
                                        ? "."
                                        : "; for " + without + " neither has a workflow."));
    }

    private static String count(EnumMap<Change, Long> counts, Change change) {
        return Optional.ofNullable(counts.get(change)).map(String::valueOf).orElse("-");
    }
}
