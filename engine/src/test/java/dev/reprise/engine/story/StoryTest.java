package dev.reprise.engine.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.store.Cursor;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.policy.Field;
import dev.reprise.policy.Partial;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is told of real runs. Times differ between two runs, so they are not looked at. */
@Timeout(60)
final class StoryTest {
    interface Shop {
        String reserve(String item);

        String pack(int box);
    }

    static final class Order implements Workflow<String, String> {
        private String approvedBy = "";

        @Override
        public String run(String item) {
            String shelf = Flow.activity(Shop.class).reserve(item);
            Flow.parallel(
                    () -> Flow.activity(Shop.class).pack(1),
                    () -> Flow.activity(Shop.class).pack(2));
            Flow.await(Duration.ofDays(2), () -> !approvedBy.isEmpty());
            if (approvedBy.equals("nobody")) {
                throw ApplicationFailed.fatal("NotApproved", "line 1\nline 2 \u001B[31mred");
            }
            return shelf + " for " + approvedBy;
        }

        @Signal
        void approve(String who) {
            approvedBy = who;
        }
    }

    private static final class SmallShop implements Shop {
        private final AtomicInteger failures = new AtomicInteger(1);

        @Override
        public String reserve(String item) {
            if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("busy");
            }
            return "shelf-7";
        }

        @Override
        public String pack(int box) {
            return "box-" + box;
        }
    }

    private static final RunId ORDER = new RunId("order-1");

    private static Engine engine() {
        var quick = Partial.NONE.with(Field.DELAY_BASE, Duration.ofMillis(1));
        var options = EngineOptions.DEFAULT.settings(Settings.DEFAULT.defaults(quick));
        return Engine.inMemory(options).register(Order.class).activities(new SmallShop());
    }

    private static List<Event> told(Engine engine, long from) {
        try (Cursor<byte[]> entries = engine.store().turns(ORDER, from)) {
            List<Event> events = new ArrayList<>();
            Story.of(entries, from).forEachRemaining(events::add);
            return events;
        }
    }

    private static List<String> words(List<Event> events) {
        return events.stream()
                .map(it -> it.unit() + " " + it.kind() + " " + it.what() + " | " + it.detail())
                .toList();
    }

    @Test
    void a_run_is_told_from_its_start_to_its_end() {
        try (var engine = engine()) {
            var run = engine.client().start(Order.class, ORDER, "book");
            run.signal("approve", "ann");
            assertThat(run.result()).isEqualTo("shelf-7 for ann");

            assertThat(words(told(engine, 0)))
                    .contains(
                            "/ TOLD start Order | \"book\"",
                            "/ ASKED Shop.reserve #1 | \"book\"",
                            "/ TOLD signal approve | \"ann\"",
                            "/ DONE Shop.reserve #1 done | \"shelf-7\"",
                            "/p0 ASKED Shop.pack #2 | 1",
                            "/p1 ASKED Shop.pack #3 | 2",
                            "/p0 DONE Shop.pack #2 done | \"box-1\"",
                            "/p1 DONE Shop.pack #3 done | \"box-2\"")
                    .anyMatch(it -> it.matches("/ TRIED Shop.reserve #1 attempt 2.*busy"))
                    .endsWith("/ COMPLETED run completed | \"shelf-7 for ann\"");
        }
    }

    @Test
    void what_was_asked_for_before_the_story_begins_is_known_by_its_number() {
        try (var engine = engine()) {
            engine.client().start(Order.class, ORDER, "book").signal("approve", "ann");
            engine.client().handle(Order.class, ORDER).result();

            List<Event> all = told(engine, 0);
            long done = entryOf(all, "Shop.reserve #1 done");
            assertThat(words(told(engine, done)).getFirst())
                    .isEqualTo("/ DONE activity #1 done | \"shelf-7\"");
            assertThat(told(engine, done).getFirst().entry()).isEqualTo(done);
        }
    }

    private static long entryOf(List<Event> events, String what) {
        return events.stream()
                .filter(it -> it.what().equals(what))
                .findFirst()
                .orElseThrow()
                .entry();
    }

    @Test
    void a_failure_is_one_line_and_commands_no_terminal() {
        try (var engine = engine()) {
            var run = engine.client().start(Order.class, ORDER, "book");
            run.signal("approve", "nobody");
            assertThat(run.resultAsync()).failsWithin(Duration.ofSeconds(20));

            Event last = told(engine, 0).getLast();
            assertThat(last.kind()).isEqualTo(Event.Kind.ENDED);
            assertThat(last.detail()).isEqualTo("NotApproved: line 1 line 2 [31mred");
        }
    }

    @Test
    void what_is_terminated_and_what_is_kept_for_later_code_is_told() {
        try (var engine = engine()) {
            var run = engine.client().start(Order.class, ORDER, "book");
            run.cancel("sold out");
            assertThat(run.resultAsync()).failsWithin(Duration.ofSeconds(20));
            assertThat(words(told(engine, 0)))
                    .contains("/ TOLD asked to cancel | sold out")
                    .last()
                    .asString()
                    .startsWith("/ ENDED run cancelled | ");
        }
        try (var engine = engine()) {
            var run = engine.client().start(Order.class, ORDER, "book");
            run.terminate("by mistake");
            assertThat(words(told(engine, 0)))
                    .last()
                    .isEqualTo("/ ENDED run terminated | by mistake");
        }
    }

    @Test
    void a_timeline_has_a_line_for_each_event_and_a_lane_for_each_unit() {
        try (var engine = engine()) {
            var run = engine.client().start(Order.class, ORDER, "book");
            run.signal("approve", "ann");
            run.result();
            var text = new StringWriter();
            var out = new PrintWriter(text, true);
            var timeline = new Timeline(out, Timeline.Look.ASCII, 100);
            List<Event> events = told(engine, 0);
            events.forEach(timeline::show);

            assertThat(text.toString().lines()).hasSize(events.size());
            assertThat(text.toString())
                    .contains("*      start Order  \"book\"\n")
                    .contains("| o    /p0 Shop.pack #2  1\n", "| | o  /p1 Shop.pack #3  2\n")
                    .contains("#      run completed  \"shelf-7 for ann\"\n")
                    .doesNotContain("\u001B");
        }
    }

    @Test
    void a_picture_is_drawn_of_it() {
        try (var engine = engine()) {
            var run = engine.client().start(Order.class, ORDER, "<book> & co");
            run.signal("approve", "ann");
            run.result();
            String svg = TimelinePicture.of(run.describe(), told(engine, 0).iterator(), 0);
            assertThat(svg)
                    .startsWith("<?xml")
                    .endsWith("</svg>\n")
                    .contains(
                            "order-1 · Order", "&lt;book&gt; &amp; co", ">/p1<", "class=\"right\"")
                    .doesNotContain("<book>");
        }
    }
}
