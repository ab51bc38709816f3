package dev.reprise.sim.explore;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.UnitId;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.story.Event;
import dev.reprise.engine.story.Story;
import dev.reprise.engine.story.Wording;
import dev.reprise.flow.Itinerary;
import dev.reprise.flow.Whereabouts;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Command;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What happens in a world, in words; nothing is made of them unless somebody listens. */
final class Tale {
    static final String CLIENT = "client";
    static final String ENGINE = "engine";
    static final String CLOCK = "clock";
    static final String ACTIVITY = "activity";

    private static final int FRAMES_MAX = 12;

    /** How the types of workflows begin that are part of the engine. */
    private static final String OURS = "reprise.";

    private final boolean told;
    private final List<Line> lines = new ArrayList<>();
    private final TreeMap<RunId, Telling> runs = new TreeMap<>();
    private @Nullable ExploredWorld world;

    /** In which line somebody last said what a run is told, by the run and what it is called. */
    private final TreeMap<String, Integer> toBeTold = new TreeMap<>();

    private int clock;
    private int activity;
    private int write;

    Tale(boolean told) {
        this.told = told;
    }

    boolean isTold() {
        return told;
    }

    /** It is the tale of this world. */
    void of(ExploredWorld value) {
        world = value;
    }

    List<Line> lines() {
        runs.values().forEach(Telling::close);
        return List.copyOf(lines);
    }

    /** All of it; where a run is stuck in the end, what happens beside it is no part of it. */
    List<Line> until(@Nullable Flaw flaw) {
        List<Line> all = lines();
        if (flaw != null && flaw.kind() == Flaw.Kind.STUCK) {
            Telling run = runs.get(new RunId(flaw.what()));
            return run == null || run.stuck == 0 ? all : all.subList(0, run.stuck);
        }
        return all;
    }

    private int add(String lane, String text, String source, int cause, int inWrite) {
        ExploredWorld known = world;
        Duration at = known == null ? Duration.ZERO : known.elapsed();
        lines.add(new Line(at, lane, text, source, cause, inWrite));
        return lines.size();
    }

    // ---- Around the runs ----

    void say(String lane, Supplier<String> text) {
        if (told) {
            add(lane, text.get(), "", 0, 0);
        }
    }

    void passes(Duration elapsed) {
        if (told) {
            clock = add(CLOCK, Wording.span(elapsed) + " have passed", "", 0, 0);
        }
    }

    void asks(Sent sent) {
        if (told) {
            String text = sent.words + (sent.isRepeated() ? ", once more" : "");
            toBeTold(sent.run, sent.told, add(CLIENT, text, "", 0, 0));
        }
    }

    private void toBeTold(RunId run, String what, int by) {
        toBeTold.put(run + " " + what, by);
    }

    void begins(Call call) {
        if (told) {
            String text =
                    Wording.call(call.type(), call.input())
                            + " begins"
                            + (call.attempt() == 1 ? "" : ", attempt " + call.attempt())
                            + (call.redeliveries() == 0 ? "" : ", delivered again");
            activity = add(ACTIVITY, text, "", telling(call.run()).asked(call.seq()), 0);
            telling(call.run()).begun.put(call.seq(), activity);
        }
    }

    /** Something happens in the activity that is carried out. */
    void within(Supplier<String> text) {
        if (told) {
            add(ACTIVITY, text.get(), "", activity, 0);
        }
    }

    /** It has come to its end; that it failed is told by what becomes of it. */
    void gives(Call call, Payload value) {
        if (!told) {
            return;
        }
        String how = value.isNone() ? "is done" : "gives " + Wording.value(value);
        Telling run = telling(call.run());
        int begun = run.begun.getOrDefault(call.seq(), 0);
        run.begun.put(call.seq(), add(ACTIVITY, call.type() + " " + how, "", begun, 0));
    }

    // ---- Runs ----

    /** A run cannot go on; whoever tries again and again is told of once. */
    void stuck(RunId run, String why) {
        if (told && telling(run).stuck == 0) {
            telling(run).stuck =
                    add(ENGINE, "run " + run + " is stuck: " + Wording.line(why), "", 0, 0);
        }
    }

    private Telling telling(RunId run) {
        return runs.computeIfAbsent(run, Telling::new);
    }

    /** What comes next is durable together. */
    void written() {
        write++;
    }

    /** An entry of a run is durable. */
    void durable(RunId run, byte[] entry, Function<String, @Nullable WorkflowType<?, ?>> types) {
        telling(run).durable(entry, types);
    }

    /** From now on there is other code. */
    void upgraded(Function<String, @Nullable WorkflowType<?, ?>> types) {
        runs.values().forEach(it -> it.follow(types));
    }

    /** The story of one run, entry by entry. */
    private final class Telling {
        private final RunId run;
        private final Deque<byte[]> entries = new ArrayDeque<>();

        private final Story story =
                Story.of(
                        new Iterator<>() {
                            @Override
                            public boolean hasNext() {
                                return !entries.isEmpty();
                            }

                            @Override
                            public byte[] next() {
                                return entries.remove();
                            }
                        },
                        0);

        /** In which line what was asked for, by the number of the command. */
        private final TreeMap<Long, Integer> asked = new TreeMap<>();

        /** In which line the last was heard of its activities. */
        private final TreeMap<Long, Integer> begun = new TreeMap<>();

        private final TreeMap<Long, RunId> children = new TreeMap<>();
        private final List<Turn> turns = new ArrayList<>();
        private @Nullable Itinerary itinerary;
        private String type = "";
        private int end;
        private boolean ours;

        /** In which line it is stuck. */
        private int stuck;

        private Telling(RunId run) {
            this.run = run;
        }

        private int asked(long seq) {
            return asked.getOrDefault(seq, 0);
        }

        private List<String> waits() {
            Itinerary known = itinerary;
            return known == null
                    ? List.of()
                    : known.whereabouts().map(Whereabouts::units).orElse(List.of()).stream()
                            .map(it -> awaited(it) + it.line().map(at -> ", at " + at).orElse(""))
                            .toList();
        }

        /** What was asked for by its name, if that is what a unit waits for. */
        private String awaited(Whereabouts.Waiting unit) {
            int line = unit.command().isPresent() ? asked(unit.command().getAsLong()) : 0;
            return line == 0 ? unit.what() : lines.get(line - 1).text();
        }

        private void close() {
            Itinerary known = itinerary;
            if (known != null) {
                known.close();
            }
        }

        private void durable(byte[] bytes, Function<String, @Nullable WorkflowType<?, ?>> types) {
            Entry entry = Entry.fromBytes(bytes);
            Turn turn = entry.carriedOut();
            Map<Long, String> sources = new TreeMap<>();
            if (turn != null) {
                begin(turn, types);
                List<String> all = followed(turn);
                turns.add(turn);
                for (int i = 0; i < all.size(); i++) {
                    sources.put(turn.commands().get(i).seq(), all.get(i));
                }
            }
            entries.add(bytes);
            while (story.hasNext()) {
                Event event = story.next();
                if (ours) {
                    continue; // what schedules do is seen by what they start
                }
                String source =
                        event.kind() == Event.Kind.ASKED || event.kind() == Event.Kind.NOTED
                                ? sources.getOrDefault(event.seq(), "")
                                : "";
                String unit = event.unit().equals(UnitId.ROOT) ? "" : event.unit().toString();
                int line = add(run.value() + unit, words(event), source, cause(event), write);
                noted(event, line);
            }
            if (turn != null) {
                turn.commands().forEach(this::decided);
            }
        }

        /** Each leg is followed from its beginning. */
        private void begin(Turn turn, Function<String, @Nullable WorkflowType<?, ?>> types) {
            for (Job job : turn.activation().jobs()) {
                if (job instanceof Job.Start start) {
                    type = start.workflowType();
                    ours = type.startsWith(OURS);
                    turns.clear();
                    follow(types);
                    asked.clear();
                    begun.clear();
                }
            }
        }

        /** Follows this leg from its beginning, with the code that there is now. */
        private void follow(Function<String, @Nullable WorkflowType<?, ?>> types) {
            close();
            WorkflowType<?, ?> code = types.apply(type);
            itinerary = code == null ? null : new Itinerary(code);
            turns.forEach(this::followed);
        }

        private List<String> followed(Turn turn) {
            Itinerary known = itinerary;
            return known == null ? List.of() : known.follow(turn);
        }

        private int cause(Event event) {
            return switch (event.kind()) {
                case TOLD -> toBeTold.getOrDefault(run + " " + event.what(), 0);
                case DONE, FAILED -> {
                    RunId child = children.get(event.seq());
                    if (child != null && runs.containsKey(child)) {
                        yield telling(child).end;
                    }
                    yield event.what().startsWith("timer")
                            ? clock
                            : begun.getOrDefault(event.seq(), 0);
                }
                case ASKED, TRIED, DROPPED, NOTED, COMPLETED, ENDED -> 0;
            };
        }

        private void noted(Event event, int line) {
            switch (event.kind()) {
                case ASKED, TRIED -> asked.put(event.seq(), line);
                case COMPLETED, ENDED -> end = line;
                case TOLD, DONE, FAILED, DROPPED, NOTED -> {}
            }
        }

        private void decided(Command command) {
            switch (command) {
                case Command.StartChild it -> {
                    children.put(it.seq(), it.runId());
                    toBeTold(it.runId(), "start " + it.type(), asked(it.seq()));
                }
                case Command.SignalExternal it ->
                        toBeTold(it.runId(), "signal " + it.name(), asked(it.seq()));
                default -> {}
            }
        }
    }

    private static String words(Event event) {
        return event.what() + (event.detail().isEmpty() ? "" : ": " + event.detail());
    }

    // ---- Words ----

    String waitsFor(Description run) {
        List<String> all = new ArrayList<>();
        Telling telling = runs.get(run.run());
        if (telling != null) {
            all.addAll(telling.waits());
        }
        if (!all.isEmpty()) {
            return String.join("; ", all);
        }
        run.activities().forEach(it -> all.add("activity " + it.seq()));
        run.timers().forEach(it -> all.add("a timer"));
        run.children().forEach(it -> all.add("child " + it.run()));
        return all.isEmpty() ? "something that nobody does" : String.join(", ", all);
    }

    static String thrown(Throwable thrown) {
        var text = new StringBuilder(thrown.toString());
        StackTraceElement[] stack = thrown.getStackTrace();
        for (int i = 0; i < Math.min(FRAMES_MAX, stack.length); i++) {
            text.append("\n  at ").append(stack[i]);
        }
        return text.toString();
    }
}
