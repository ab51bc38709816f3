package dev.reprise.engine.run;

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
 * A stored run as a filter sees it. Of its summary only the beginning is read, and the rest when a
 * filter asks for it; when something last happened is in its last entry.
 */
final class RunRow implements Row {
    private final Store store;
    private final Head head;
    private final Summary.Front front;
    private @Nullable Summary summary;
    private @Nullable Instant updated;

    RunRow(Store store, Head head) {
        this.store = store;
        this.head = head;
        this.front = Summary.front(head.summary());
    }

    Head head() {
        return head;
    }

    private Summary summary() {
        Summary known = summary;
        if (known == null) {
            known = Summary.fromBytes(head.summary());
            summary = known;
        }
        return known;
    }

    @Override
    public String id() {
        return head.run().value();
    }

    @Override
    public String type() {
        return front.type();
    }

    @Override
    public RunStatus status() {
        return switch (front.status()) {
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
        return front.started();
    }

    @Override
    public Optional<Instant> ended() {
        if (!front.status().isEnd()) {
            return Optional.empty();
        }
        Summary.End end = summary().end();
        return Optional.of(end == null ? updated() : end.at());
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
        return summary().attributes();
    }
}
