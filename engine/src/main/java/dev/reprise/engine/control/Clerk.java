package dev.reprise.engine.control;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Undecodable;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.engine.control.Reply.Refused;
import dev.reprise.engine.drive.QueueState;
import dev.reprise.engine.run.Beginning;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.DeadLetter;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.run.Listing;
import dev.reprise.engine.run.PausedQueues;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Stage;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.engine.story.Wording;
import dev.reprise.filter.Selection;
import dev.reprise.form.Malformed;
import dev.reprise.history.Job;
import dev.reprise.history.Recording;
import dev.reprise.history.Turn;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers requests from a store, and from the runs of an engine if there is one. */
public final class Clerk {
    /** Nobody waits longer for one answer; who wants to wait longer asks again. */
    public static final Duration PATIENCE_MAX = Duration.ofSeconds(30);

    /** So many stuck runs are looked at for their reasons. */
    private static final int STUCK_MAX = 10_000;

    private final Store store;
    private final @Nullable Conductor conductor;
    private final InstantSource clock;

    /** How the engine is; null where there is none. */
    private final @Nullable Supplier<Health> health;

    /** A clerk who only reads. */
    public static Clerk reading(Store store, InstantSource clock) {
        return new Clerk(store, null, clock, null);
    }

    /** A clerk at an engine, whose health this is. */
    public static Clerk at(
            Store store, Conductor conductor, InstantSource clock, Supplier<Health> health) {
        return new Clerk(store, conductor, clock, health);
    }

    private Clerk(
            Store store,
            @Nullable Conductor conductor,
            InstantSource clock,
            @Nullable Supplier<Health> health) {
        this.store = store;
        this.conductor = conductor;
        this.clock = clock;
        this.health = health;
    }

    /** Answers; the last thing that is said is returned. Whatever is wrong is a refusal. */
    Reply.End answer(String id, Request request, Asker asker) {
        try {
            switch (request) {
                case Request.Reading reading -> read(reading, asker.hears());
                case Request.Doing doing -> act(id, doing, asker);
                case Request.Keeping keeping -> keep(keeping);
            }
            return new Reply.Done();
        } catch (Refusal e) {
            return new Refused(e.reason().name(), said(e));
        } catch (Asker.Busy e) {
            return new Refused(Asker.Busy.REASON, said(e));
        } catch (StoreFailure e) {
            return new Refused("STORE_" + e.kind(), said(e));
        } catch (Malformed e) {
            return new Refused("UNREADABLE", said(e));
        } catch (IllegalArgumentException e) {
            return new Refused("INVALID", said(e));
        } catch (UnsupportedOperationException e) {
            return new Refused("IN_MEMORY", said(e));
        } catch (IllegalStateException e) {
            return new Refused("CLOSED", said(e));
        }
    }

    private static String said(RuntimeException e) {
        return String.valueOf(e.getMessage());
    }

    // ---- Reading ----

    private void read(Request.Reading request, Consumer<Reply> each) {
        switch (request) {
            case Request.ListRuns(var selection) -> list(selection, each);
            case Request.CountRuns(var filter) ->
                    each.accept(new Reply.Counted(Listing.count(store, filter, clock.instant())));
            case Request.FindRun(var run) -> each.accept(new Reply.Run(head(run)));
            case Request.ReadEntries(var run, var from, var to) -> entries(run, from, to, each);
            case Request.ReadKept(var name) ->
                    store.kept(name).ifPresent(it -> each.accept(new Reply.Kept(it)));
            case Request.ListLetters(var filter, var queue) ->
                    letters(new DeadLetter.Wanted(filter, queue), each);
            case Request.CheckHealth() -> health(each);
            case Request.DescribeSchedule(var name) ->
                    each.accept(new Reply.Value(described(name)));
            case Request.ListQueues() -> queues(each);
        }
    }

    private Head head(RunId run) {
        return store.head(run).orElseThrow(() -> Refusal.noSuchRun(run));
    }

    private void list(Selection selection, Consumer<Reply> each) {
        Listing found = Listing.of(store, selection, clock.instant());
        found.heads().forEach(head -> each.accept(new Reply.Run(head)));
        found.next().ifPresent(it -> each.accept(new Reply.More(it.toText())));
    }

    private void entries(RunId run, long from, long to, Consumer<Reply> each) {
        Head head = head(run);
        if (from < head.first()) {
            throw Refusal.forgotten(run, head.first(), from);
        }
        long first = Math.min(from, head.position());
        try (Cursor<byte[]> entries = store.turns(run, first)) {
            for (long at = first; at < to && entries.hasNext(); at++) {
                each.accept(new Reply.Entry(entries.next()));
            }
        }
    }

    /** By replaying its run, so that nothing is carried out because somebody looks. */
    private Payload described(String name) {
        RunId run = Schedules.runOf(name);
        Head head = store.head(run).orElseThrow(() -> Refusal.noSuchSchedule(name));
        Description known = Description.of(head);
        if (known.status().isEnd()) {
            throw Refusal.noSuchSchedule(name);
        }
        try (Cursor<byte[]> entries = store.turns(run, known.origin())) {
            return Schedules.described(
                    name,
                    () -> {
                        while (entries.hasNext()) {
                            Turn turn = Entry.fromBytes(entries.next()).carriedOut();
                            if (turn != null) {
                                return Optional.of(Recording.Expected.exactly(turn));
                            }
                        }
                        return Optional.empty();
                    });
        }
    }

    private void letters(DeadLetter.Wanted wanted, Consumer<Reply> each) {
        Conductor runs = conductor;
        Consumer<DeadLetter> found = letter -> each.accept(said(letter));
        if (runs != null) {
            runs.archive().deadLetters(wanted, found);
        } else {
            try (Cursor<Head> heads = store.heads()) {
                wanted.among(store, heads, clock.instant(), found);
            }
        }
    }

    private static Reply said(DeadLetter letter) {
        return new Reply.Letter(
                letter.run(),
                letter.activityId(),
                letter.type(),
                letter.queue(),
                letter.attempts(),
                Wording.failure(letter.failure()),
                Wording.values(letter.input()));
    }

    private void health(Consumer<Reply> each) {
        Health found = health == null ? stored() : health.get();
        each.accept(new Reply.State(found.state()));
        found.overdue().forEach(it -> each.accept(new Reply.Late(it)));
        found.stuck().forEach(it -> each.accept(new Reply.Stuck(it)));
    }

    /** What can be told of a store that no engine has. */
    private Health stored() {
        var stuck = new Health.Gathering();
        SortedMap<String, Long> numbers = new TreeMap<>();
        try (Cursor<Head> heads = store.heads()) {
            while (heads.hasNext()) {
                Description run = Description.of(heads.next());
                stuck.add(run);
                String status = run.status().name().toLowerCase(Locale.ROOT);
                numbers.merge("runs." + status, 1L, Long::sum);
            }
        }
        Health.State state = Health.State.now(clock.instant()).numbers(numbers);
        return new Health(state, List.of(), stuck.all());
    }

    /** The runs of an engine that are stuck: of more than so many the first are looked at. */
    public static List<Health.StuckRuns> stuck(Store store, Conductor conductor) {
        var stuck = new Health.Gathering();
        conductor.stuckRuns().keySet().stream()
                .limit(STUCK_MAX)
                .forEach(run -> store.head(run).map(Description::of).ifPresent(stuck::add));
        return stuck.all();
    }

    private void queues(Consumer<Reply> each) {
        Conductor runs = conductor;
        if (runs != null) {
            runs.queues().forEach(it -> each.accept(new Reply.Queue(it)));
        } else {
            // Who waits is known when somebody has the folder open; who is paused always is.
            for (String name : PausedQueues.of(store).names()) {
                each.accept(new Reply.Queue(QueueState.unknown(name, true)));
            }
        }
    }

    // ---- Keeping ----

    private void keep(Request.Keeping request) {
        switch (request) {
            case Request.Backup(var folder) -> store.backup(folder);
            case Request.Compact() -> store.compact();
        }
    }

    // ---- Doing ----

    private void act(String id, Request.Doing request, Asker asker) {
        Conductor runs = conductor;
        if (runs == null) {
            throw new IllegalStateException("The store is open for reading only.");
        }
        switch (request) {
            case Request.CreateSchedule(var name, var spec) ->
                    await(runs.createSchedule(name, read(spec), id));
            case Request.Start it -> start(runs, id, it, asker);
            case Request.PauseQueue(var queue, var paused) -> await(runs.pause(queue, paused, id));
            case Request.Update it -> asker.hears().accept(updated(runs, id, it, asker));
            case Request.Query(var run, var name, var input) ->
                    asker.hears().accept(queried(runs.query(run, name, input), asker));
            case Request.Await(var run, var patience) ->
                    asker.hears().accept(ended(runs, run, bounded(patience), asker));
            case Request.Deed deed -> done(runs, id, deed);
            case Request.Many(var deeds) -> many(deeds, asker);
            case Request.Complete(var token, var value) ->
                    await(runs.complete(TaskToken.parse(token), new Outcome.Completed(value)));
            case Request.Heartbeat(var token, var details) ->
                    await(runs.heartbeat(TaskToken.parse(token), details));
            case Request.Fail(var token, var type, var message) ->
                    await(runs.complete(TaskToken.parse(token), failed(type, message)));
        }
    }

    private static void done(Conductor runs, String id, Request.Deed deed) {
        await(
                switch (deed) {
                    case Request.Signal(var run, var name, var input) ->
                            runs.tell(run, new Job.Signal(name, input, "", id), id);
                    case Request.Cancel(var run, var reason) ->
                            runs.tell(run, new Job.Cancel(reason), id);
                    case Request.Terminate(var run, var reason) -> runs.terminate(run, reason, id);
                    case Request.Reset(var run, var activations, var signals, var reason) ->
                            runs.reset(run, activations, signals, reason, id);
                    case Request.Fork(var run, var activations, var other) ->
                            runs.fork(run, activations, other, id);
                    case Request.Delete(var run) -> runs.delete(run, id);
                    case Request.Redrive(var run, var activity) -> runs.redrive(run, activity, id);
                    case Request.Resolve(var run, var activity, var value) ->
                            runs.resolve(run, activity, new Outcome.Completed(value), id);
                    case Request.Reject(var run, var activity, var message) ->
                            runs.resolve(run, activity, failed("Rejected", message), id);
                });
    }

    /** All of them are under way before the first is waited for: they share their syncs. */
    private void many(List<Request.Many.Asked> deeds, Asker asker) {
        List<CompletableFuture<Reply.End>> ends = new ArrayList<>(deeds.size());
        for (Request.Many.Asked each : deeds) {
            ends.add(
                    CompletableFuture.supplyAsync(
                            () -> answer(each.id(), each.deed(), asker),
                            Thread::startVirtualThread));
        }
        ends.forEach(end -> asker.hears().accept(new Reply.Did(await(end))));
    }

    private static ScheduleSpec read(Payload spec) {
        try {
            return Schedules.codec().decode(spec, ScheduleSpec.class);
        } catch (Undecodable e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** One that waits is given up by the engine when its time is over, whoever hangs up before. */
    private static void start(Conductor runs, String id, Request.Start asked, Asker asker) {
        Beginning terms = asked.terms().beginning(id);
        if (asked.patience().isZero()) {
            await(runs.start(asked.run(), asked.type(), asked.input(), terms));
            return;
        }
        try (var _ = asker.place()) {
            Beginning patient = terms.patiently(bounded(asked.patience()));
            var begun = runs.start(asked.run(), asked.type(), asked.input(), patient).copy();
            waited(begun, Duration.ZERO, asker);
        }
    }

    private static Duration bounded(Duration patience) {
        return patience.compareTo(PATIENCE_MAX) > 0 ? PATIENCE_MAX : patience;
    }

    private static Reply updated(Conductor runs, String id, Request.Update it, Asker asker) {
        try (var _ = asker.place()) {
            var update = new Job.Update(id, it.name(), it.input(), true);
            Stage stage = it.accepted() ? Stage.ACCEPTED : Stage.COMPLETED;
            var answer = runs.update(it.run(), update, stage);
            return waited(answer, bounded(it.patience()), asker)
                    .map(found -> found.map(Clerk::said).orElseGet(Reply.NotYet::new))
                    .orElseGet(Reply.Pending::new);
        }
    }

    private static Reply queried(CompletableFuture<Payload> answer, Asker asker) {
        return new Reply.Value(waited(answer, Duration.ZERO, asker).orElseThrow());
    }

    private static Reply said(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed(var value) -> new Reply.Value(value);
            case Outcome.Failed(var failure) -> new Reply.Failed(Wording.failure(failure));
        };
    }

    private static Outcome failed(String type, String message) {
        return new Outcome.Failed(new Failure.Application(type, message));
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException | InterruptedException e) {
            throw thrown(e);
        }
    }

    private static Reply ended(Conductor runs, RunId run, Duration patience, Asker asker) {
        Duration least = patience.isZero() ? Duration.ofNanos(1) : patience;
        try (var _ = asker.place()) {
            return waited(runs.watch(run), least, asker)
                    .map(Clerk::said)
                    .orElseGet(Reply.NotYet::new);
        }
    }

    private static <T> Optional<T> waited(
            CompletableFuture<T> answer, Duration patience, Asker asker) {
        try {
            return asker.waits(answer, patience);
        } catch (ExecutionException | InterruptedException e) {
            throw thrown(e);
        }
    }

    private static RuntimeException thrown(Exception e) {
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new IllegalStateException(
                    "The engine closes; what was asked for may still happen.", e);
        }
        return switch (Optional.ofNullable(e.getCause()).orElse(e)) {
            case RuntimeException cause -> cause;
            case Error cause -> throw cause;
            case Throwable cause -> new IllegalStateException(cause);
        };
    }
}
