package dev.reprise.app;

import dev.reprise.UnitId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.story.Event;
import dev.reprise.engine.story.Story;
import dev.reprise.flow.FlowReplay;
import dev.reprise.flow.Itinerary;
import dev.reprise.flow.Whereabouts;
import dev.reprise.flow.WorkflowType;
import dev.reprise.form.JsonSink;
import dev.reprise.history.Command;
import dev.reprise.history.Replay;
import dev.reprise.history.Turn;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the code of a stored run was after one of its activations, and what that activation was.
 * Activations are counted from 1, as {@code reset} counts them. Its entries are all that is needed:
 * whoever has the store may go on with it while somebody looks.
 */
final class RunMoment {
    private final EngineCommand command;
    private final Description run;
    private final List<byte[]> entries;
    private final Debugging debugging;

    /**
     * Of a run.
     *
     * @param entries those of its last leg
     */
    RunMoment(EngineCommand command, Description run, List<byte[]> entries, Debugging debugging) {
        this.command = command;
        this.run = run;
        this.entries = List.copyOf(entries);
        this.debugging = debugging;
    }

    /**
     * Something that the run was told, or did, in the activation.
     *
     * @param line which line of code decided it; empty when none did, or it is not known
     */
    private record Step(Event event, String line) {
        /** Whether its code decided it. */
        boolean isDecided() {
            return switch (event.kind()) {
                case ASKED, DROPPED, NOTED, COMPLETED, ENDED -> true;
                case TOLD, DONE, FAILED, TRIED -> false;
            };
        }

        String words() {
            String unit = event.unit().equals(UnitId.ROOT) ? "" : event.unit() + " ";
            return unit + event.what() + (event.detail().isEmpty() ? "" : "  " + event.detail());
        }
    }

    /** A unit that waits, and for what in words. */
    private record Waiting(Whereabouts.Waiting unit, String what) {}

    private record Moment(
            long activation,
            long activations,
            Instant at,
            List<Step> steps,
            List<Waiting> waiting,
            List<String> signals) {
        Moment {
            steps = List.copyOf(steps);
            waiting = List.copyOf(waiting);
            signals = List.copyOf(signals);
        }
    }

    /** Replays as far as is asked for, and tells; its exit code. */
    int tell(Workflows workflows, @Nullable Integer at, Path code) {
        WorkflowType<?, ?> type = typeOf(workflows, code);
        long activations = activations();
        long wanted = at == null ? activations : at;
        if (wanted > activations || wanted == 0) {
            throw new Desk.Declined(
                    "NO_SUCH_MOMENT",
                    activations == 0
                            ? "The code of run " + run.run() + " has never been carried out."
                            : "Run "
                                    + run.run()
                                    + " has "
                                    + activations
                                    + " activations, and none with number "
                                    + wanted
                                    + ". Take a number from 1 to "
                                    + activations
                                    + ".");
        }
        Optional<Moment> moment = replayed(type, wanted, activations);
        if (moment.isEmpty()) {
            throw new Desk.Declined(
                    "DIVERGED", "With this code the run takes another path.\n" + difference(type));
        }
        if (command.inJson()) {
            command.json(it -> inJson(it, moment.get()));
        } else {
            inWords(moment.get());
        }
        return 0;
    }

    private String difference(WorkflowType<?, ?> type) {
        var transcript = StoredRuns.transcript(run, entries.iterator());
        return FlowReplay.of(type, transcript) instanceof Replay.Differed(var mismatch)
                ? mismatch.describe().strip()
                : "It does so only sometimes.";
    }

    private WorkflowType<?, ?> typeOf(Workflows workflows, Path code) {
        if (!entries.isEmpty() && !Entry.fromBytes(entries.getFirst()).program().isEmpty()) {
            throw new Desk.Declined(
                    "PATTERN",
                    "Run "
                            + run.run()
                            + " is one of the pattern "
                            + run.type()
                            + ": its program is stored with it, and has no lines of code. `reprise"
                            + " show` tells what happened to it.");
        }
        WorkflowType<?, ?> type = workflows.named(run.type());
        if (type == null) {
            throw command.wrong(
                    "There is no workflow "
                            + run.type()
                            + ", of which run "
                            + run.run()
                            + " is, in "
                            + code
                            + ", only "
                            + String.join(", ", workflows.names())
                            + ".");
        }
        return type;
    }

    private long activations() {
        return entries.stream().filter(it -> Entry.fromBytes(it).carriedOut() != null).count();
    }

    // ---- Replaying ----

    /** Empty when the code took another path. */
    private Optional<Moment> replayed(WorkflowType<?, ?> type, long wanted, long activations) {
        var teller = new Teller(run.origin());
        long reached = 0;
        try (var itinerary = new Itinerary(type)) {
            for (byte[] bytes : entries) {
                Turn turn = Entry.fromBytes(bytes).carriedOut();
                List<String> lines = List.of();
                if (turn != null) {
                    reached++;
                    if (reached == wanted && debugging.isAsked()) {
                        if (reached > 1 && itinerary.whereabouts().isEmpty()) {
                            return Optional.empty();
                        }
                        debugging.moment(
                                "activation " + wanted + " begins in " + run.type() + ".run");
                    }
                    lines = itinerary.follow(turn);
                }
                List<Event> events = teller.told(bytes);
                if (turn != null && reached == wanted) {
                    List<Step> steps = steps(events, sources(turn, lines));
                    Instant at = turn.activation().now();
                    return itinerary
                            .whereabouts()
                            .map(
                                    it ->
                                            new Moment(
                                                    wanted,
                                                    activations,
                                                    at,
                                                    steps,
                                                    it.units().stream()
                                                            .map(teller::waiting)
                                                            .toList(),
                                                    it.signals()));
                }
            }
        }
        return Optional.empty();
    }

    /** Tells entry by entry what happened. */
    private static final class Teller implements Iterator<byte[]> {
        private final Deque<byte[]> entries = new ArrayDeque<>();
        private final Story story;

        /** What was asked for, by the numbers of the commands. */
        private final Map<Long, String> asked = new TreeMap<>();

        Teller(long from) {
            story = Story.of(this, from);
        }

        @Override
        public boolean hasNext() {
            return !entries.isEmpty();
        }

        @Override
        public byte[] next() {
            return entries.remove();
        }

        List<Event> told(byte[] entry) {
            entries.add(entry);
            List<Event> events = new ArrayList<>();
            story.forEachRemaining(events::add);
            for (Event event : events) {
                switch (event.kind()) {
                    case ASKED -> asked.put(event.seq(), event.what());
                    case DONE, FAILED, DROPPED -> asked.remove(event.seq());
                    case TOLD, TRIED, NOTED, COMPLETED, ENDED -> {}
                }
            }
            return events;
        }

        Waiting waiting(Whereabouts.Waiting unit) {
            return new Waiting(
                    unit,
                    unit.command().isPresent()
                            ? asked.getOrDefault(unit.command().getAsLong(), unit.what())
                            : unit.what());
        }
    }

    /** The lines that decided something, by the number that its event has; no line is an end. */
    private static Map<Long, String> sources(Turn turn, List<String> lines) {
        var sources = new TreeMap<Long, String>();
        for (int i = 0; i < lines.size(); i++) {
            switch (turn.commands().get(i)) {
                case Command.CancelTimer it -> sources.put(it.target(), lines.get(i));
                case Command.Terminal _ -> {}
                case Command it -> sources.put(it.seq(), lines.get(i));
            }
        }
        return sources;
    }

    private static List<Step> steps(List<Event> events, Map<Long, String> sources) {
        List<Step> steps = new ArrayList<>();
        for (Event event : events) {
            var step = new Step(event, "");
            steps.add(
                    step.isDecided()
                            ? new Step(event, sources.getOrDefault(event.seq(), ""))
                            : step);
        }
        return steps;
    }

    // ---- Telling ----

    private void inWords(Moment moment) {
        var out = command.out();
        out.println(
                run.run()
                        + "  "
                        + run.type()
                        + "  after activation "
                        + moment.activation
                        + " of "
                        + moment.activations
                        + (run.leg() > 1 ? " of leg " + run.leg() : "")
                        + ", "
                        + moment.at);
        out.println();
        moment.steps.stream()
                .filter(it -> !it.isDecided())
                .forEach(it -> out.println("told      " + it.words()));
        moment.steps.stream()
                .filter(Step::isDecided)
                .forEach(
                        it ->
                                out.println(
                                        "decided   "
                                                + it.words()
                                                + (it.line.isEmpty() ? "" : "  at " + it.line)));
        moment.waiting.forEach(
                it ->
                        out.println(
                                "waits     "
                                        + it.unit.unit()
                                        + " for "
                                        + it.what
                                        + it.unit.line().map(at -> "  at " + at).orElse("")));
        if (moment.waiting.isEmpty()) {
            out.println("ended     its code has come to its end");
        } else if (!moment.signals.isEmpty()) {
            out.println("signals   " + String.join(", ", moment.signals));
        }
    }

    private void inJson(JsonSink it, Moment moment) {
        it.name("run").text(run.run().value());
        it.name("type").text(run.type());
        it.name("activation").number(moment.activation);
        it.name("activations").number(moment.activations);
        it.name("at").text(moment.at.toString());
        for (boolean decided : new boolean[] {false, true}) {
            it.name(decided ? "decided" : "told")
                    .array(
                            () ->
                                    moment.steps.stream()
                                            .filter(step -> step.isDecided() == decided)
                                            .forEach(step -> it.object(() -> inJson(it, step))));
        }
        it.name("waits")
                .array(() -> moment.waiting.forEach(unit -> it.object(() -> inJson(it, unit))));
        it.name("signals").array(() -> moment.signals.forEach(name -> it.text(name)));
    }

    private static void inJson(JsonSink it, Step step) {
        step.event.writeJson(it);
        if (!step.line.isEmpty()) {
            it.name("line").text(step.line);
        }
    }

    private static void inJson(JsonSink it, Waiting waiting) {
        it.name("unit").text(waiting.unit.unit().toString());
        it.name("for").text(waiting.what);
        waiting.unit.command().ifPresent(seq -> it.name("command").number(seq));
        waiting.unit.line().ifPresent(line -> it.name("line").text(line));
    }
}
