package dev.reprise.engine.control;

import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.filter.Attributes;
import dev.reprise.filter.Row;
import dev.reprise.filter.RunStatus;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stored run as a filter sees it. When something last happened is in its last entry, which is
 * read when a filter asks for that.
 */
final class RunRow implements Row {
    private final Store store;
    private final Head head;
    private final Description run;
    private @Nullable Instant updated;

    RunRow(Store store, Head head) {
        this.store = store;
        this.head = head;
        this.run = Description.of(head);
    }

    Head head() {
        return head;
    }

    @Override
    public String id() {
        return run.run().value();
    }

    @Override
    public String type() {
        return run.type();
    }

    @Override
    public RunStatus status() {
        return switch (run.status()) {
            case RUNNING -> RunStatus.RUNNING;
            case STUCK -> RunStatus.STUCK;
            case COMPLETED -> RunStatus.COMPLETED;
            case FAILED -> RunStatus.FAILED;
            case CANCELLED -> RunStatus.CANCELLED;
            case TERMINATED -> RunStatus.TERMINATED;
            case TIMED_OUT -> RunStatus.TIMED_OUT;
        };
    }

    @Override
    public Instant started() {
        return run.started();
    }

    @Override
    public Optional<Instant> ended() {
        return run.status().isEnd()
                ? Optional.of(run.ended().orElseGet(this::updated))
                : Optional.empty();
    }

    @Override
    public Instant updated() {
        Instant known = updated;
        if (known == null) {
            known = last();
            updated = known;
        }
        return known;
    }

    private Instant last() {
        try (Cursor<byte[]> last = store.turns(head.run(), head.position() - 1)) {
            Entry entry = Entry.fromBytes(last.next());
            if (entry.turn() != null) {
                return entry.turn().activation().now();
            }
            return entry.attempts().isEmpty() ? started() : entry.attempts().getLast().at();
        }
    }

    @Override
    public long events() {
        return head.position();
    }

    @Override
    public Attributes attributes() {
        return Attributes.NONE;
    }
}
