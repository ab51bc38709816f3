package dev.reprise.engine.run;

import dev.reprise.engine.run.Seams.Seam;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.KnownRequest;
import dev.reprise.engine.store.Store;
import dev.reprise.history.Job;
import dev.reprise.history.Turn;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Which legs of a run are let go when the next one begins: those that are too old, or too many.
 * What still has to do with other runs stays, and all legs behind it; so does the last that has
 * ended.
 */
final class Shedding {
    private final Store store;
    private final Retention retention;

    Shedding(House house) {
        this.store = house.around().store();
        this.retention = house.settings().retention();
    }

    /**
     * The same append; if a leg begins by it, it lets go what need not be kept any more. What the
     * leg has been told before is known from here on, as if it had been asked now.
     *
     * @param requests what the append carries out
     */
    Append lighter(Append append, Standing after, Requests requests) {
        if (after.seams().known().isEmpty()
                || after.leg().origin() < append.position()
                || (legsMax(after) == Integer.MAX_VALUE && retention.age().isEmpty())) {
            return append;
        }
        renew(append, after, requests);
        long first = Math.min(firstKept(after), append.position());
        if (first <= after.first()) {
            return append;
        }
        // The append by which a leg begins belongs to the one before, too: so requests stay for as
        // long as there is a leg more than there need be.
        List<String> forgotten = requestsBefore(after, after.first(), requests);
        after.shed(first);
        return append.forgetting(first, forgotten);
    }

    /**
     * Of what was handed on to the leg, is told to it again, or stands in the turns that it has
     * from another, the requests are known for as long as this leg is.
     */
    private void renew(Append append, Standing after, Requests requests) {
        int first = (int) (after.leg().origin() - append.position());
        for (byte[] entry : append.turns().subList(first, append.turns().size())) {
            Turn turn = Entry.fromBytes(entry).turn();
            List<Job> jobs = turn == null ? List.of() : turn.activation().jobs();
            for (Job job : jobs) {
                RequestKey key = RequestKey.of(job);
                if (!key.row().isEmpty()
                        && requests.hasRoom()
                        && requests.position(key).isPresent()) {
                    requests.add(key);
                }
            }
        }
    }

    private long firstKept(Standing after) {
        long first = 0;
        List<Seam> seams = after.seams().known();
        Seam last = seams.getLast();
        Duration age = retention.age().orElse(null);
        Instant oldest = age == null ? Instant.MIN : earlier(last.at(), age);
        long legs = legsMax(after);
        for (Seam seam : seams.subList(0, seams.size() - 1)) {
            if (last.leg() - seam.leg() >= legs || seam.at().isBefore(oldest)) {
                first = seam.position();
            }
        }
        for (Bond bond : after.outstanding().bonds()) {
            first = Math.min(first, bond.position());
        }
        return after.seams().upTo(first);
    }

    private long legsMax(Standing after) {
        return after.type().startsWith(Schedules.RESERVED)
                ? 1
                : retention.legs().orElse(Integer.MAX_VALUE);
    }

    private static Instant earlier(Instant now, Duration age) {
        try {
            return now.minus(age);
        } catch (DateTimeException | ArithmeticException e) {
            return Instant.MIN;
        }
    }

    /**
     * What was asked before a position and can be forgotten. What another run has asked is asked
     * again until that run knows that it has arrived, however long that takes; and whoever wanted
     * the run deleted that had the id before must not have this one deleted by asking again.
     */
    private List<String> requestsBefore(Standing after, long position, Requests next) {
        List<String> ids = new ArrayList<>();
        try (Cursor<KnownRequest> all = store.requests(after.run())) {
            while (all.hasNext() && ids.size() < Store.REQUESTS_MAX) {
                KnownRequest request = all.next();
                if (request.position() < position
                        && !next.isNext(request.id())
                        && !isOpen(request.id())) {
                    ids.add(request.id());
                }
            }
        }
        return ids;
    }

    private boolean isOpen(String id) {
        return switch (RequestKey.asker(id)) {
            case RequestKey.Asker.Client _ -> false;
            case RequestKey.Asker.Run(var parent) -> Bonds.areOpen(store, parent);
            case RequestKey.Asker.Unnamed _, RequestKey.Asker.Deleter _ -> true;
        };
    }
}
