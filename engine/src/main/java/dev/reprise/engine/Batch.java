package dev.reprise.engine;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.Listing;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.store.Head;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Selection;
import dev.reprise.history.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The same for all runs that a filter accepts, in the order of their ids. A run is looked at when
 * its turn has come; what is refused by one does not keep it from the others. Each run is told on
 * its own, durably, so a batch that was broken off is half done: asked for again under the same
 * request id, nothing of it is done twice.
 */
public final class Batch {
    /** So many are under way at a time. */
    private static final int PAGE = 256;

    /** So many refusals are kept; all are counted. */
    private static final int REFUSALS_MAX = 100;

    private final Client client;
    private final Filter filter;
    private final String requestId;
    private final Consumer<Report> progress;

    Batch(Client client, Filter filter, String requestId, Consumer<Report> progress) {
        this.client = client;
        this.filter = filter;
        this.requestId = requestId;
        this.progress = progress;
    }

    /**
     * How far a batch is.
     *
     * @param found how many runs the filter has accepted so far
     * @param done for how many of them it is done, and durable
     * @param refused for how many it was refused
     * @param refusals why, of the first of those
     */
    public record Report(long found, long done, long refused, List<Refused> refusals) {
        /** Copies the list. */
        public Report {
            refusals = List.copyOf(refusals);
        }
    }

    /** A run for which it was not done, and why. */
    public record Refused(RunId run, Refusal why) {}

    /** The same under a request id: what was done under it is not done again. */
    public Batch once(String value) {
        return new Batch(client, filter, Text.name("a request id", value), progress);
    }

    /** The same, and this is told now and then how far it is. */
    public Batch progress(Consumer<Report> value) {
        return new Batch(client, filter, requestId, value);
    }

    /** As {@link RunHandle#cancel}, for each. */
    public Report cancel(String reason) {
        return each((runs, run) -> runs.tell(run, new Job.Cancel(reason), requestId));
    }

    /** As {@link RunHandle#terminate}, for each. */
    public Report terminate(String reason) {
        return each((runs, run) -> runs.terminate(run, reason, requestId));
    }

    /** As {@link RunHandle#signal}, for each. */
    public Report signal(String name, @Nullable Object... arguments) {
        List<Payload> input = client.values().all(arguments);
        var signal = new Job.Signal(name, input, "", requestId);
        return each((runs, run) -> runs.tell(run, signal, requestId));
    }

    /** As {@link RunHandle#reset}, for each. */
    public Report reset(long activations, String reason) {
        return each((runs, run) -> runs.reset(run, activations, true, reason, requestId));
    }

    private interface Deed {
        CompletableFuture<Boolean> on(Conductor runs, RunId run);
    }

    private Report each(Deed deed) {
        var report = new Report(0, 0, 0, List.of());
        Optional<Selection> next = Optional.of(Selection.of(filter).limit(PAGE));
        while (next.isPresent()) {
            Listing page = client.list(next.get());
            report = after(report, page.heads(), run -> deed.on(client.conductor(), run));
            progress.accept(report);
            next = page.next();
        }
        return report;
    }

    private Report after(
            Report before, List<Head> page, Function<RunId, CompletableFuture<Boolean>> deed) {
        List<CompletableFuture<Boolean>> asked = new ArrayList<>(page.size());
        for (Head head : page) {
            asked.add(deed.apply(head.run()));
        }
        long done = before.done();
        long refused = before.refused();
        List<Refused> refusals = new ArrayList<>(before.refusals());
        for (int i = 0; i < page.size(); i++) {
            try {
                var _ = client.await(asked.get(i));
                done++;
            } catch (Refusal why) {
                if (why.reason() == Refusal.Reason.CLOSED
                        || why.reason() == Refusal.Reason.STORE_FAILED) {
                    throw why;
                }
                refused++;
                if (refusals.size() < REFUSALS_MAX) {
                    refusals.add(new Refused(page.get(i).run(), why));
                }
            }
        }
        return new Report(before.found() + page.size(), done, refused, refusals);
    }
}
