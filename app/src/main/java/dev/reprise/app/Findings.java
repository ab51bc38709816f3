package dev.reprise.app;

import dev.reprise.form.JsonSink;
import dev.reprise.sim.Artifact;
import dev.reprise.sim.Minimiser;
import dev.reprise.sim.Simulation;
import dev.reprise.sim.Staffing;
import dev.reprise.sim.Summary;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What an exploration came to, told and kept. A failure is kept before anything else is done with
 * it, so that it is not lost when somebody has no patience with making it small.
 *
 * @param seed what the strategy began with
 * @param folder where failures are kept
 * @param minimises whether they are made small
 */
record Findings(
        PrintWriter out,
        PrintWriter err,
        boolean json,
        Strategy strategy,
        long seed,
        Path folder,
        boolean minimises,
        Staffing staffing) {

    /** There was none. */
    int none(String what, Exploration exploration) {
        exploration.end();
        if (json) {
            Answer.json(out, it -> counts(it, what, exploration));
        } else {
            out.println(
                    Answer.good("No failure") + " of " + what + " in " + counts(exploration) + ".");
            if (exploration.isComplete()) {
                out.println("There are no others: every order that can matter was run.");
            }
        }
        return 0;
    }

    /**
     * There was one: the last run of this simulation.
     *
     * @param stem how its files are called
     * @param origin what the case was generated from
     */
    int failure(String what, String stem, long origin, Simulation run, Exploration exploration) {
        exploration.end();
        var found = Artifact.of(run, origin);
        if (!json) {
            out.println(Answer.bad("Failure") + " of " + what + " in " + counts(exploration) + ":");
            out.println("  " + found.flaw());
        }
        var keeping = new Keeping(out, err, json);
        var kept = keeping.artifact(folder.resolve(stem + ".json"), found);
        if (!minimises) {
            tell(what, exploration, found, kept, kept, keeping);
        } else {
            var minimised =
                    MinimiseArtifact.minimise(
                            found, staffing, Minimiser.CHECKS_MAX, new Ticker(err));
            if (!json) {
                out.println("Made small: " + MinimiseArtifact.outcome(minimised) + ".");
            }
            var small = minimised.artifact();
            var smallKept = keeping.artifact(folder.resolve(stem + ".min.json"), small);
            tell(what, exploration, small, smallKept, kept, keeping);
        }
        return 1;
    }

    private void tell(
            String what,
            Exploration exploration,
            Artifact artifact,
            Optional<Path> kept,
            Optional<Path> unshrunk,
            Keeping keeping) {
        var run = artifact.replay(staffing).run();
        Optional<Path> picture =
                kept.isPresent()
                        ? keeping.picture(Keeping.beside(kept.get(), ".svg"), run)
                        : Optional.empty();
        if (json) {
            Answer.json(
                    out,
                    it -> {
                        counts(it, what, exploration);
                        Answer.flaw(it, "failure", artifact.flaw());
                        unshrunk.ifPresent(path -> it.name("unshrunk").text(path.toString()));
                        if (kept.isPresent()) {
                            it.name("artifact").text(kept.get().toString());
                            it.name("replay").text(replay(kept.get()));
                        } else {
                            it.name("artifact_base64").base64(artifact.bytes());
                        }
                        picture.ifPresent(path -> it.name("picture").text(path.toString()));
                        it.name("summary").text(Summary.of(run));
                    });
        } else {
            out.println();
            out.print(Summary.of(run));
            out.println();
            kept.ifPresent(path -> out.println("Replay it: " + replay(path)));
        }
    }

    private static String replay(Path path) {
        return "./reprise replay " + path;
    }

    private String counts(Exploration exploration) {
        return (exploration.cases() == 1 ? "" : exploration.cases() + " cases, ")
                + counted(exploration.schedules(), "schedule")
                + " by "
                + strategy
                + " from seed "
                + Long.toUnsignedString(seed)
                + ", "
                + counted(exploration.steps(), "step");
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private void counts(JsonSink it, String what, Exploration exploration) {
        it.name("case").text(what);
        it.name("strategy").text(strategy.toString());
        it.name("seed").unsigned(seed);
        it.name("cases").number(exploration.cases());
        it.name("schedules").number(exploration.schedules());
        it.name("steps").number(exploration.steps());
        it.name("complete").bool(exploration.isComplete());
    }
}
