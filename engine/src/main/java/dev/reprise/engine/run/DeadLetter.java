package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.filter.Bounds;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Sieve;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * An activity that has failed for good and waits for a person, as its policy says. Its run waits
 * for it.
 *
 * @param activityId what the workflow calls the activity
 * @param queue where it was put
 * @param attempts how many attempts there were
 * @param failure how the last of them ended
 */
public record DeadLetter(
        RunId run,
        String activityId,
        String type,
        List<Payload> input,
        String queue,
        int attempts,
        Failure failure) {
    /** Copies the input. */
    public DeadLetter {
        input = List.copyOf(input);
    }

    /**
     * Which are meant: those of the runs that a filter accepts.
     *
     * @param queue in which one; empty for any
     */
    public record Wanted(Filter filter, String queue) {
        /** All there are. */
        public static final Wanted ALL = new Wanted(Filter.parse(""), "");

        /** Looks among these runs. */
        public void among(
                Store store, Iterator<Head> heads, Instant now, Consumer<DeadLetter> each) {
            Bounds bounds = filter.bounds(now);
            Sieve sieve = filter.at(now);
            while (heads.hasNext()) {
                Head head = heads.next();
                var row = new RunRow(store, head);
                if (bounds.admits(row) && sieve.accepts(row)) {
                    of(store, head).stream()
                            .filter(it -> queue.isEmpty() || queue.equals(it.queue()))
                            .forEach(each);
                }
            }
        }
    }

    /**
     * The activities of a run that wait for a person.
     *
     * @throws dev.reprise.form.Malformed when what is stored cannot be read
     */
    public static List<DeadLetter> of(Store store, Head head) {
        Summary summary = Summary.fromBytes(head.summary());
        Outstanding known = summary.outstanding();
        Outstanding waits = known == null ? Standing.reckoned(store, head, summary) : known;
        var records = new Records(store, head.run());
        return waits.errands().stream()
                .filter(Errand::isParked)
                .map(errand -> of(records, errand))
                .toList();
    }

    static DeadLetter of(Records records, Errand errand) {
        Errand.Order order = records.order(errand);
        Attempt last = records.attempt(errand);
        return new DeadLetter(
                records.run(),
                order.activityId(),
                order.type(),
                order.input(),
                errand.queue(),
                errand.attempt() - 1,
                last.progress().last().orElseThrow());
    }
}
