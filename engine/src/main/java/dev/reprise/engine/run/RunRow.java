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
 * A stored run as a filter sees it. Of its summary only the beginning is read, and more when a
 * filter asks for it, but never what the run waits for. Where an older version has written the
 * summary, it is its last entry that tells when something last happened.
 */
final class RunRow implements Row {
    private final Store store;
    private final Head head;
    private final Summary.Front front;
    private @Nullable Attributes attributes;
    private @Nullable Instant ended;
    private @Nullable Instant updated;

    RunRow(Store store, Head head) {
        this.store = store;
        this.head = head;
        this.front = Summary.front(head.summary());
        this.updated = front.updated();
    }

    Head head() {
        return head;
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
        Instant known = ended;
        if (known == null) {
            Summary.End end = Summary.end(head.summary());
            known = end == null ? updated() : end.at();
            ended = known;
        }
        return Optional.of(known);
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
        Attributes known = attributes;
        if (known == null) {
            known = Summary.attributes(head.summary());
            attributes = known;
        }
        return known;
    }
}
