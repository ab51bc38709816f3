package dev.reprise.engine;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.DeadLetter;
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
    private final String queue;
    private final String requestId;
    private final Consumer<Report> progress;

    Batch(Client client, Filter filter) {
        this(client, filter, "", "", _ -> {});
    }

    private Batch(
            Client client,
            Filter filter,
            String queue,
            String requestId,
            Consumer<Report> progress) {
        this.client = client;
        this.filter = filter;
        this.queue = queue;
        this.requestId = requestId;
        this.progress = progress;
    }

    /**
     * How far a batch is.
     *
     * @param found how many runs the filter has accepted so far; or how many activities of them
     *     wait for a person
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
        return new Batch(client, filter, queue, Text.name("a request id", value), progress);
    }

    /** The same, and this is told now and then how far it is. */
    public Batch progress(Consumer<Report> value) {
        return new Batch(client, filter, queue, requestId, value);
    }

    /**
     * The same, and of activities that wait for a person only those in this queue are driven anew,
     * resolved or rejected.
     */
    public Batch queue(String value) {
        return new Batch(client, filter, value, requestId, progress);
    }

    // ---- Runs ----

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

    /**
     * As {@link RunHandle#delete}, for each. It needs no request id: who asks again finds what is
     * left. Under one, each run that is deleted leaves a row behind which says that it was.
     */
    public Report delete() {
        return each((runs, run) -> runs.delete(run, requestId));
    }

    // ---- Activities that wait for a person ----

    /**
     * Those that {@link #redrive}, {@link #resolve} and {@link #fail} would be about: nothing is
     * done.
     */
    public List<DeadLetter> deadLetters() {
        List<DeadLetter> all = new ArrayList<>();
        client.conductor().archive().deadLetters(wanted(), all::add);
        return all;
    }

    /** As {@link Client#redrive(RunId, String)}, for each that waits for a person. */
    public Report redrive() {
        return eachLetter(
                (runs, letter, id) -> runs.redrive(letter.run(), letter.activityId(), id));
    }

    /** As {@link Client#resolve(RunId, String, Object)}, for each that waits for a person. */
    public Report resolve(@Nullable Object value) {
        var outcome = new Outcome.Completed(client.values().one(value));
        return eachLetter(
                (runs, letter, id) -> runs.resolve(letter.run(), letter.activityId(), outcome, id));
    }

    /** As {@link Client#fail(RunId, String, Failure)}, for each that waits for a person. */
    public Report fail(Failure failure) {
        var outcome = new Outcome.Failed(failure);
        return eachLetter(
                (runs, letter, id) -> runs.resolve(letter.run(), letter.activityId(), outcome, id));
    }

    // ---- How it is done ----

    private DeadLetter.Wanted wanted() {
        return new DeadLetter.Wanted(filter, queue);
    }

    private interface Deed {
        CompletableFuture<Boolean> on(Conductor runs, RunId run);
    }

    private interface Decision {
        CompletableFuture<Boolean> about(Conductor runs, DeadLetter letter, String requestId);
    }

    private Report each(Deed deed) {
        var report = new Report(0, 0, 0, List.of());
        Optional<Selection> next = Optional.of(Selection.of(filter).limit(PAGE));
        while (next.isPresent()) {
            Listing page = client.list(next.get());
            List<Asked> asked = new ArrayList<>(page.heads().size());
            for (Head head : page.heads()) {
                RunId run = head.run();
                asked.add(new Asked(run, deed.on(client.conductor(), run)));
            }
            report = after(report, asked);
            progress.accept(report);
            next = page.next();
        }
        return report;
    }

    private Report eachLetter(Decision decision) {
        var report = new Report[] {new Report(0, 0, 0, List.of())};
        List<Asked> asked = new ArrayList<>(PAGE);
        client.conductor()
                .archive()
                .deadLetters(
                        wanted(),
                        letter -> {
                            asked.add(new Asked(letter.run(), decided(decision, letter)));
                            if (asked.size() == PAGE) {
                                report[0] = after(report[0], asked);
                                asked.clear();
                                progress.accept(report[0]);
                            }
                        });
        report[0] = after(report[0], asked);
        progress.accept(report[0]);
        return report[0];
    }

    /** A run knows what was asked by its id; two activities of one are two things. */
    private CompletableFuture<Boolean> decided(Decision decision, DeadLetter letter) {
        String id = requestId.isEmpty() ? "" : requestId + "/" + letter.activityId();
        return decision.about(client.conductor(), letter, id);
    }

    private record Asked(RunId run, CompletableFuture<Boolean> answer) {}

    private Report after(Report before, List<Asked> page) {
        long done = before.done();
        long refused = before.refused();
        List<Refused> refusals = new ArrayList<>(before.refusals());
        for (Asked each : page) {
            try {
                var _ = client.await(each.answer());
                done++;
            } catch (Refusal why) {
                if (why.reason() == Refusal.Reason.CLOSED
                        || why.reason() == Refusal.Reason.STORE_FAILED) {
                    throw why;
                }
                refused++;
                if (refusals.size() < REFUSALS_MAX) {
                    refusals.add(new Refused(each.run(), why));
                }
            }
        }
        return new Report(before.found() + page.size(), done, refused, refusals);
    }
}
