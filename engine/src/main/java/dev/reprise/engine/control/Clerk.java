package dev.reprise.engine.control;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.engine.activity.TaskToken;
import dev.reprise.engine.control.Reply.Refused;
import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.run.DeadLetter;
import dev.reprise.engine.run.Listing;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Stage;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.engine.story.Wording;
import dev.reprise.filter.Selection;
import dev.reprise.form.Malformed;
import dev.reprise.history.Job;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Answers requests from a store, and from the runs of an engine if there is one. */
public final class Clerk {
    /** Nobody waits longer for one answer; who wants to wait longer asks again. */
    public static final Duration PATIENCE_MAX = Duration.ofSeconds(30);

    private final Store store;
    private final @Nullable Conductor conductor;
    private final InstantSource clock;

    /** A clerk who only reads. */
    public static Clerk reading(Store store, InstantSource clock) {
        return new Clerk(store, null, clock);
    }

    /** A clerk at an engine. */
    public Clerk(Store store, @Nullable Conductor conductor, InstantSource clock) {
        this.store = store;
        this.conductor = conductor;
        this.clock = clock;
    }

    /** Answers; the last thing that is said is returned. Whatever is wrong is a refusal. */
    Reply.End answer(String id, Request request, Consumer<Reply> each) {
        try {
            switch (request) {
                case Request.Reading reading -> read(reading, each);
                case Request.Doing doing -> act(id, doing, each);
            }
            return new Reply.Done();
        } catch (Refusal e) {
            return new Refused(e.reason().name(), said(e));
        } catch (StoreFailure e) {
            return new Refused("STORE_" + e.kind(), said(e));
        } catch (Malformed e) {
            return new Refused("UNREADABLE", said(e));
        } catch (IllegalArgumentException e) {
            return new Refused("INVALID", said(e));
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
            case Request.FindRun(var run) -> each.accept(new Reply.Run(head(run)));
            case Request.ReadEntries(var run, var from, var to) -> entries(run, from, to, each);
            case Request.ReadKept(var name) ->
                    store.kept(name).ifPresent(it -> each.accept(new Reply.Kept(it)));
            case Request.ListLetters() -> letters(each);
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
        long first = Math.min(Math.max(0, from), head.position());
        try (Cursor<byte[]> entries = store.turns(run, first)) {
            for (long at = first; at < to && entries.hasNext(); at++) {
                each.accept(new Reply.Entry(entries.next()));
            }
        }
    }

    private void letters(Consumer<Reply> each) {
        try (Cursor<Head> heads = store.heads()) {
            while (heads.hasNext()) {
                for (DeadLetter letter : DeadLetter.of(store, heads.next())) {
                    each.accept(
                            new Reply.Letter(
                                    letter.run(),
                                    letter.activityId(),
                                    letter.type(),
                                    letter.queue(),
                                    letter.attempts(),
                                    Wording.failure(letter.failure()),
                                    Wording.values(letter.input())));
                }
            }
        }
    }

    // ---- Doing ----

    private void act(String id, Request.Doing request, Consumer<Reply> each) {
        Conductor runs = conductor;
        if (runs == null) {
            throw new IllegalStateException("The store is open for reading only.");
        }
        switch (request) {
            case Request.Start(var run, var type, var input) ->
                    await(runs.start(run, type, input, id));
            case Request.Signal(var run, var name, var input) ->
                    await(runs.tell(run, new Job.Signal(name, input, "", id), id));
            case Request.Update(var run, var name, var input) ->
                    each.accept(updated(runs, run, new Job.Update(id, name, input, true)));
            case Request.Query(var run, var name, var input) ->
                    each.accept(new Reply.Value(await(runs.query(run, name, input))));
            case Request.Await(var run, var patience) -> each.accept(ended(runs, run, patience));
            case Request.Cancel(var run, var reason) ->
                    await(runs.tell(run, new Job.Cancel(reason), id));
            case Request.Terminate(var run, var reason) -> await(runs.terminate(run, reason, id));
            case Request.Delete(var run) -> await(runs.delete(run));
            case Request.Complete(var token, var value) ->
                    await(runs.complete(TaskToken.parse(token), new Outcome.Completed(value)));
            case Request.Fail(var token, var type, var message) ->
                    await(runs.complete(TaskToken.parse(token), failed(type, message)));
            case Request.Redrive(var run, var activity) -> await(runs.redrive(run, activity));
            case Request.Resolve(var run, var activity, var value) ->
                    await(runs.resolve(run, activity, new Outcome.Completed(value)));
            case Request.Reject(var run, var activity, var message) ->
                    await(runs.resolve(run, activity, failed("Rejected", message)));
        }
    }

    private static Reply updated(Conductor runs, RunId run, Job.Update update) {
        return said(await(runs.update(run, update, Stage.COMPLETED)).orElseThrow());
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

    private static Reply ended(Conductor runs, RunId run, Duration patience) {
        Duration wait = patience.compareTo(PATIENCE_MAX) > 0 ? PATIENCE_MAX : patience;
        try {
            return said(runs.watch(run).get(wait.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            return new Reply.NotYet();
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
