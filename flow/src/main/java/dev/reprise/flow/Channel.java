package dev.reprise.flow;

import dev.reprise.Check;
import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Hands values from units of a run to others, in order.
 *
 * @param <T> the type of the values
 */
public final class Channel<T> {
    private record Offer<T>(T value, Promise<@Nullable Void> taken) {}

    private final Run run;
    private final int capacity;
    private final ArrayDeque<T> values = new ArrayDeque<>(2);
    private final ArrayDeque<Offer<T>> senders = new ArrayDeque<>(2);
    private final ArrayDeque<Promise<Optional<T>>> receivers = new ArrayDeque<>(2);
    private boolean closed;

    Channel(Run run, int capacity) {
        Check.argument(capacity >= 0, "a channel's capacity is not negative: %d", capacity);
        this.run = run;
        this.capacity = capacity;
    }

    /** Sends a value. Pauses while the channel is full. */
    public void send(T value) {
        Unit unit = Unit.acting(run);
        if (offer(value)) {
            return;
        }
        unit.checkCancelled();
        var offer = new Offer<>(value, Promise.<@Nullable Void>kept(run));
        senders.add(offer);
        try {
            unit.take(offer.taken);
        } catch (Throwable e) {
            senders.remove(offer);
            throw e;
        }
    }

    /** Sends a value if that does not pause. */
    public boolean offer(T value) {
        Unit.acting(run);
        Check.state(!closed, "the channel is closed");
        Promise<Optional<T>> receiver = nextReceiver();
        if (receiver != null) {
            return receiver.settle(Optional.of(value));
        }
        if (values.size() >= capacity) {
            return false;
        }
        values.add(value);
        return true;
    }

    /** The next value. Pauses until there is one; empty when the channel is closed and drained. */
    public Optional<T> receive() {
        Unit unit = Unit.acting(run);
        Optional<T> now = poll();
        if (now.isPresent() || closed) {
            return now;
        }
        unit.checkCancelled();
        Promise<Optional<T>> next = Promise.kept(run);
        receivers.add(next);
        try {
            return unit.take(next);
        } catch (Throwable e) {
            receivers.remove(next);
            throw e;
        }
    }

    /** The next value, if there is one now. */
    public Optional<T> poll() {
        Unit.acting(run);
        T value = values.poll();
        Offer<T> sender = nextSender();
        if (sender != null) {
            sender.taken.settle(null);
            if (value == null) {
                return Optional.of(sender.value);
            }
            values.add(sender.value);
        }
        return Optional.ofNullable(value);
    }

    /** The first who waits for a value; who was cancelled in this step does not wait any more. */
    private @Nullable Promise<Optional<T>> nextReceiver() {
        Promise<Optional<T>> next = receivers.poll();
        while (next != null && !next.isAwaited()) {
            next = receivers.poll();
        }
        return next;
    }

    /** The first who waits with a value; who was cancelled in this step has not sent it. */
    private @Nullable Offer<T> nextSender() {
        Offer<T> next = senders.poll();
        while (next != null && !next.taken.isAwaited()) {
            next = senders.poll();
        }
        return next;
    }

    /** Takes no more values; what is in it can still be received. */
    public void close() {
        Unit.acting(run);
        closed = true;
        for (Promise<Optional<T>> receiver = receivers.poll();
                receiver != null;
                receiver = receivers.poll()) {
            receiver.settle(Optional.empty());
        }
    }

    /** The values that are in it. */
    public int size() {
        return values.size();
    }
}
