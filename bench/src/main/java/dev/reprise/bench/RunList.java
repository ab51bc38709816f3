package dev.reprise.bench;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.RunFailed;
import dev.reprise.engine.RunHandle;
import dev.reprise.engine.run.Listing;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.filter.Field;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Selection;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Named;
import dev.reprise.flow.Workflow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;

/**
 * A program that lists, filters and counts many runs in a folder, page by page, and prints how long
 * each page took.
 *
 * <p>Some runs are carried out by an engine; the others are their bytes under other ids. Of a
 * thousand runs 600 are orders that have ended, 299 are orders that wait, 100 are reports, of which
 * half have failed, and one is an audit.
 */
public final class RunList {
    /** How many runs are carried out by an engine: a share of each kind. */
    static final int TEMPLATES = 1_000;

    private static final int UNDER_WAY_MAX = 4_096;
    private static final int CUSTOMERS = 100;

    /** What is asked: how a person would write it, and which page of it. */
    enum Question {
        BY_ID("id", "", Part.FIRST),
        BY_ID_MIDDLE("id-middle", "", Part.MIDDLE),
        BY_ID_LAST("id-last", "", Part.LAST),
        BY_TYPE("type", "type = 'order'", Part.FIRST),
        BY_TYPE_MIDDLE("type-middle", "type = 'order'", Part.MIDDLE),
        BY_RARE_TYPE("type-rare", "type = 'audit'", Part.FIRST),
        BY_STATUS("status", "status = running", Part.MIDDLE),
        BY_NO_STATUS("status-none", "status = stuck", Part.FIRST),
        BY_ATTRIBUTE("attribute", "customer = 'c-17'", Part.FIRST),
        BY_NO_ATTRIBUTE("attribute-none", "customer = 'nobody'", Part.FIRST),
        BY_START("started", "order by started desc", Part.FIRST),
        BY_START_MIDDLE("started-middle", "order by started desc", Part.MIDDLE),
        BY_START_LAST("started-last", "order by started desc", Part.LAST),
        BY_START_OF_TYPE("started-type", "type = 'order' order by started desc", Part.MIDDLE),
        BY_END("ended", "order by ended", Part.FIRST),
        BY_UPDATE("updated", "order by updated desc", Part.FIRST),
        BY_EVENTS("events", "order by events desc", Part.FIRST);

        final String label;
        private final String text;
        private final Part part;

        Question(String label, String text, Part part) {
            this.label = label;
            this.text = text;
            this.part = part;
        }

        /** The page that is asked for. */
        Selection selection(Store store, int count, Instant now) {
            var first = Selection.parse(text);
            if (part == Part.FIRST) {
                return first;
            }
            if (first.order() == Field.BuiltIn.ID) {
                int before = part == Part.MIDDLE ? count / 2 : count - first.limit();
                return first.after(run(before - 1).value());
            }
            // Places in the order of starts: that of a run, or that before the last page.
            var wanted =
                    part == Part.MIDDLE
                            ? Selection.parse("id = '" + run(TEMPLATES / 2) + "'")
                            : first.orderBy(first.order(), false).limit(first.limit() + 1);
            var run = Listing.of(store, wanted, now).runs().getLast();
            return first.after(run.started() + " " + run.run());
        }
    }

    private enum Part {
        FIRST,
        MIDDLE,
        LAST
    }

    /** What is counted. */
    private static final Map<String, String> COUNTED = counted();

    private static Map<String, String> counted() {
        var all = new LinkedHashMap<String, String>();
        all.put("count-all", "");
        all.put("count-type", "type = 'order' and status = running");
        all.put("count-attribute", "customer = 'c-17'");
        return all;
    }

    /** The names of all that is measured. */
    static List<String> labels() {
        var all = new ArrayList<String>();
        for (var each : Question.values()) {
            all.add(each.label);
        }
        all.addAll(COUNTED.keySet());
        return all;
    }

    private RunList() {}

    /** The folder, which is made, how many runs, and how many samples. */
    public static void main(String[] arguments) throws InterruptedException {
        var folder = Path.of(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        make(folder, count);
        System.out.print(measured(folder, count, Integer.parseInt(arguments[2])));
    }

    // ---- The runs ----

    /** Ends, or waits for a year. */
    @Named("order")
    static final class Order implements Workflow<Integer, String> {
        /** Called by the machine. */
        Order() {}

        @Override
        public String run(Integer number) {
            labelled(number);
            if (waits(number)) {
                Flow.sleep(Duration.ofDays(365));
            }
            return "done";
        }

        static boolean waits(int number) {
            return number % 10 >= 7;
        }
    }

    /** Ends. */
    @Named("audit")
    static final class Audit implements Workflow<Integer, String> {
        /** Called by the machine. */
        Audit() {}

        @Override
        public String run(Integer number) {
            labelled(number);
            return "done";
        }
    }

    /** Ends, or fails. */
    @Named("report")
    static final class Report implements Workflow<Integer, String> {
        /** Called by the machine. */
        Report() {}

        @Override
        public String run(Integer number) {
            labelled(number);
            if (number % 4 == 1) {
                throw ApplicationFailed.fatal("NoReport", "there is no such report");
            }
            return "done";
        }
    }

    private static void labelled(int number) {
        Flow.searchAttribute("customer", "c-" + number % CUSTOMERS);
        Flow.searchAttribute("amount", number * 100L);
    }

    /** Leaves so many runs in a folder. */
    static void make(Path folder, int count) throws InterruptedException {
        var templates = templates();
        var room = new Semaphore(UNDER_WAY_MAX);
        try (var store = Store.open(folder)) {
            for (int i = 0; i < count; i++) {
                room.acquire();
                store.write(copied(templates.get(i % templates.size()), i), releasing(room));
            }
            room.acquire(UNDER_WAY_MAX);
        }
    }

    /** One of each, as an engine has written it: all of its turns, and its last summary. */
    private static List<Append> templates() {
        var tap = new Tap(Store.inMemory());
        try (var engine = Engine.on(tap, EngineOptions.DEFAULT.patience(Duration.ZERO))) {
            engine.register(Order.class).register(Report.class).register(Audit.class);
            var ended = new ArrayList<RunHandle<String>>();
            for (int i = 0; i < TEMPLATES; i++) {
                var handle = engine.client().start(kind(i), run(i), i);
                if (!Order.waits(i)) {
                    ended.add(handle);
                }
            }
            ended.forEach(RunList::awaitEnd);
            return whole(tap.appends());
        }
    }

    private static Class<? extends Workflow<Integer, String>> kind(int number) {
        if (number == TEMPLATES - 1) {
            return Audit.class;
        }
        return number % 10 == 5 ? Report.class : Order.class;
    }

    private static void awaitEnd(RunHandle<String> run) {
        try {
            var _ = run.result();
        } catch (RunFailed _) {
            // So it was meant.
        }
    }

    private static List<Append> whole(List<Append> appends) {
        var whole = new TreeMap<String, Append>();
        for (var each : appends) {
            var before = whole.get(each.run().value());
            var turns = new ArrayList<byte[]>(before == null ? List.of() : before.turns());
            turns.addAll(each.turns());
            whole.put(
                    each.run().value(),
                    Append.turns(each.run(), 0, each.epoch(), turns)
                            .withSummary(each.summary().orElseThrow())
                            .withTimers(each.set(), List.of()));
        }
        return List.copyOf(whole.values());
    }

    /** All of the same length, so that one can stand in the place of another. */
    static RunId run(int number) {
        return new RunId("run-%09d".formatted(number));
    }

    private static Append copied(Append template, int number) {
        var run = run(number);
        var turns = template.turns().stream().map(it -> renamed(it, template.run(), run)).toList();
        return Append.turns(run, 0, template.epoch(), turns)
                .withSummary(template.summary().orElseThrow())
                .withTimers(template.set(), List.of());
    }

    private static byte[] renamed(byte[] bytes, RunId from, RunId to) {
        // One byte is one character, so that nothing is changed but the name.
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.replace(from.value(), to.value()).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Receipt releasing(Semaphore room) {
        return new Receipt() {
            @Override
            public void durable() {
                room.release();
            }

            @Override
            public void refused(Conflict conflict) {
                throw new IllegalStateException(conflict.sentence());
            }

            @Override
            public void failed(StoreFailure failure) {
                throw failure;
            }
        };
    }

    // ---- What is asked of them ----

    /** Nanoseconds of each page and each count, once unseen and then so many times. */
    static Figures measured(Path folder, int count, int samples) {
        var figures = new Figures();
        try (var store = Store.open(folder)) {
            var now = Instant.now();
            for (int i = -1; i < samples; i++) {
                for (var each : Question.values()) {
                    var selection = each.selection(store, count, now);
                    long begun = System.nanoTime();
                    int found = Listing.of(store, selection, now).heads().size();
                    keep(figures, i, each.label, begun);
                    Check.state(found <= selection.limit(), "%d on a page", found);
                }
                for (var each : COUNTED.entrySet()) {
                    var filter = Filter.parse(each.getValue());
                    long begun = System.nanoTime();
                    long found = Listing.count(store, filter, now);
                    keep(figures, i, each.getKey(), begun);
                    Check.state(found <= count, "counted %d of %d", found, count);
                }
            }
        }
        return figures;
    }

    private static void keep(Figures figures, int sample, String label, long begun) {
        double nanos = System.nanoTime() - begun;
        if (sample >= 0) {
            figures.put(label, List.of(nanos));
        }
    }
}
