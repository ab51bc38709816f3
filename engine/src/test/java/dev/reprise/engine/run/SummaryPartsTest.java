package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.filter.Attributes;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is read of a summary to find a run is what the whole of it says. */
final class SummaryPartsTest {
    private static final Instant STARTED = Instant.parse("2026-01-31T12:00:00Z");
    private static final Instant UPDATED = STARTED.plusSeconds(7);

    private static Summary summary(@Nullable Instant updated) {
        return new Summary(
                Status.FAILED,
                "type",
                "program",
                STARTED,
                updated,
                "request",
                "why",
                3,
                new Leg(2, 5, 2, List.of()),
                new Parent(new RunId("parent"), 1, 2, 3),
                new Summary.End(STARTED.plusSeconds(5), 9),
                Attributes.parse("amount = 17, customer = 'acme'"),
                77,
                Summary.Size.NONE,
                Seams.NONE,
                0,
                new Outstanding());
    }

    @Test
    void its_parts_say_what_the_whole_says() {
        byte[] bytes = summary(UPDATED).toBytes();
        Summary whole = Summary.fromBytes(bytes);
        assertThat(whole.updated()).isEqualTo(UPDATED);
        assertThat(Summary.front(bytes))
                .isEqualTo(new Summary.Front(Status.FAILED, "type", STARTED, UPDATED));
        assertThat(Summary.end(bytes)).isEqualTo(whole.end()).isEqualTo(summary(null).end());
        assertThat(Summary.attributes(bytes)).isEqualTo(summary(null).attributes());
    }

    @Test
    void a_summary_of_the_version_before_does_not_say_when_something_last_happened() {
        byte[] older = ofVersion5(summary(null).toBytes());
        Summary read = Summary.fromBytes(older);
        assertThat(read.updated()).isNull();
        assertThat(read.requestId()).isEqualTo("request");
        assertThat(read.end()).isEqualTo(summary(null).end());
        assertThat(Summary.front(older).updated()).isNull();
        assertThat(Summary.attributes(older)).isEqualTo(summary(null).attributes());
    }

    /**
     * Without the byte that says that there is no such time, the two of an empty size, and that of
     * no other legs.
     */
    private static byte[] ofVersion5(byte[] bytes) {
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("request");
        int absent = at - 2; // before the length of the text
        assertThat(bytes[absent]).isZero();
        var older = new ByteArrayOutputStream();
        older.write(5);
        older.write(bytes, 1, absent - 1);
        // What the run waits for is nothing, written like an empty size.
        older.write(bytes, absent + 1, bytes.length - absent - 4);
        return older.toByteArray();
    }

    static final class Greets implements Workflow<String, String> {
        private boolean asked;

        Greets() {}

        @Override
        public String run(String name) {
            Flow.searchAttribute("name", name);
            Flow.await(() -> asked);
            return "hello " + name;
        }

        @Signal
        void ask() {
            asked = true;
        }
    }

    @Test
    void when_something_last_happened_to_a_run_is_the_time_of_its_last_entry() {
        try (var engine = Engine.inMemory()) {
            engine.register(Greets.class);
            var run = new RunId("greets");
            var handle = engine.client().start(Greets.class, run, "you");
            handle.signal("ask");
            assertThat(handle.result()).isEqualTo("hello you");
            Head head = engine.store().head(run).orElseThrow();
            var row = new RunRow(engine.store(), head);
            Instant last;
            try (Cursor<byte[]> entries = engine.store().turns(run, head.position() - 1)) {
                last = Entry.fromBytes(entries.next()).turn().activation().now();
            }
            assertThat(Summary.front(head.summary()).updated()).isEqualTo(last);
            assertThat(row.updated()).isEqualTo(last);
            assertThat(row.ended()).contains(last);
            assertThat(row.attributes()).isEqualTo(Attributes.parse("name = 'you'"));
        }
    }
}
