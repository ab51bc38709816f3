package dev.reprise.engine;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.control.Health.Overdue;
import dev.reprise.engine.drive.Voice;
import dev.reprise.engine.run.Onlooker;
import dev.reprise.engine.watch.ByName;
import dev.reprise.engine.watch.Meter;
import dev.reprise.engine.watch.Metric;
import dev.reprise.form.LogLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Looks at activations and attempts with a clock in hand: measures them for a meter and for the
 * flight recorder, and reports those that take too long while they still do.
 *
 * <p>Its thread looks a few times in the time that an activation may take, as long as anything is
 * under way, and sleeps when nothing was for a while.
 */
final class Lookout implements Onlooker, AutoCloseable {
    /** Into the log of this process. */
    static final Voice LOG =
            new Voice() {
                private final Logger logger = System.getLogger(Lookout.class.getName());

                @Override
                public void say(Level level, String message) {
                    logger.log(level, message);
                }
            };

    /** An attempt is not worth a word before, whatever its limit is. */
    private static final Duration ATTEMPT_LEAST = Duration.ofSeconds(1);

    private static final int LOOKS = 4;
    private static final int IDLE_LOOKS_MAX = 2 * LOOKS;
    private static final int FRAMES_MAX = 12;

    /** Whoever waits for longer waits for ever. */
    private static final Duration FOR_EVER = Duration.ofDays(100_000);

    private final Meter meter;
    private final Voice voice;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final long slowActivation;
    private final long slowActivity;
    private final Roll<Activating> activations = new Roll<>();
    private final Roll<Attempting> attempts = new Roll<>();
    private final ByName<OfWorkflow> workflows = new ByName<>(OfWorkflow::new);
    private final ByName<OfActivity> activities = new ByName<>(OfActivity::new);
    private final LongAdder replayedTurns = new LongAdder();
    private volatile boolean asleep;
    private volatile boolean closed;
    private @Nullable Thread thread;

    Lookout(Meter meter, Voice voice, Watching terms, InstantSource clock, LongSupplier nanos) {
        this.meter = meter;
        this.voice = voice;
        this.clock = clock;
        this.nanos = nanos;
        this.slowActivation = nanosOf(terms.slowActivation());
        this.slowActivity = nanosOf(terms.slowActivity());
        meter.counter(
                Metric.of("reprise.replayed.turns", "Turns that were replayed."),
                replayedTurns::sum);
    }

    private static long nanosOf(Duration span) {
        return span.compareTo(FOR_EVER) > 0 ? FOR_EVER.toNanos() : span.toNanos();
    }

    /** Begins to look by itself. */
    void begin() {
        thread = Thread.ofPlatform().name("reprise-lookout").daemon().start(this::work);
    }

    @Override
    public Meter meter() {
        return meter;
    }

    @Override
    public ActivationLook activation(RunId run, String type, Supplier<String> whereabouts) {
        var activation = new Activating(run, type, whereabouts);
        activations.add(activation);
        stir();
        return activation;
    }

    @Override
    public AttemptLook attempt(
            Call call, Optional<Duration> allowed, Supplier<StackTraceElement[]> stack) {
        var attempt = new Attempting(call, patience(allowed), stack);
        attempts.add(attempt);
        stir();
        return attempt;
    }

    private long patience(Optional<Duration> allowed) {
        if (allowed.isEmpty()) {
            return slowActivity;
        }
        Duration half = allowed.get().dividedBy(2);
        return nanosOf(half.compareTo(ATTEMPT_LEAST) < 0 ? ATTEMPT_LEAST : half);
    }

    // ---- Looking ----

    private void work() {
        int idle = 0;
        while (!closed) {
            LockSupport.parkNanos(this, Math.max(1_000_000, slowActivation / LOOKS));
            look();
            idle = isIdle() ? idle + 1 : 0;
            if (idle > IDLE_LOOKS_MAX) {
                // Whoever comes looks at the flag afterwards: one of the two sees the other.
                asleep = true;
                while (asleep && isIdle() && !closed) {
                    LockSupport.park(this);
                }
                asleep = false;
                idle = 0;
            }
        }
    }

    private boolean isIdle() {
        return activations.isEmpty() && attempts.isEmpty();
    }

    /** Something is under way. */
    private void stir() {
        if (asleep) {
            asleep = false;
            LockSupport.unpark(thread);
        }
    }

    /** Reports what takes too long and was not reported. */
    void look() {
        long now = nanos.getAsLong();
        try {
            activations.all().forEach(each -> each.look(now));
            attempts.all().forEach(each -> each.look(now));
        } catch (Throwable e) {
            voice.say(
                    Level.ERROR,
                    new LogLine("look-failed").saying("What is slow could not be told: " + e));
        }
    }

    /** What was reported and is still under way, those that began first at the beginning. */
    List<Overdue> overdue() {
        List<Overdue> all = new ArrayList<>();
        activations.all().forEach(each -> each.overdue().ifPresent(all::add));
        attempts.all().forEach(each -> each.overdue().ifPresent(all::add));
        all.sort(Overdue.FIRST_FIRST);
        return all;
    }

    private Instant since(long begun) {
        return clock.instant().minusNanos(nanos.getAsLong() - begun);
    }

    private static String seconds(long span) {
        return String.format(Locale.ROOT, "%.1f s", span / 1e9);
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    // ---- Activations ----

    private final class OfWorkflow {
        final Meter.Samples times;
        final LongAdder slow = new LongAdder();

        OfWorkflow(String type) {
            times =
                    meter.samples(
                            Metric.of("reprise.activation", "How long activations take.")
                                    .in(Metric.Unit.NANOS)
                                    .tag("workflow", type));
            meter.counter(
                    Metric.of("reprise.activation.slow", "Activations that took too long.")
                            .tag("workflow", type),
                    slow::sum);
        }
    }

    private final class Activating extends Roll.Entry implements ActivationLook {
        private final RunId run;
        private final String type;
        private final Supplier<String> whereabouts;
        private final OfWorkflow kind;
        private final @Nullable ActivationEvent event;
        private final long begun;
        private volatile boolean reported;

        Activating(RunId run, String type, Supplier<String> whereabouts) {
            this.run = run;
            this.type = type;
            this.whereabouts = whereabouts;
            this.kind = workflows.of(type);
            // The recorder's classes take long to load: none is touched before it is there.
            this.event = FlightRecorder.isInitialized() ? new ActivationEvent() : null;
            if (event != null) {
                event.begin();
            }
            this.begun = nanos.getAsLong();
        }

        @Override
        public void ended(int jobs, int commands, long replayed) {
            activations.remove(this);
            long span = nanos.getAsLong() - begun;
            kind.times.add(span);
            if (replayed > 0) {
                replayedTurns.add(replayed);
            }
            if (span >= slowActivation) {
                if (!reported) {
                    kind.slow.increment();
                }
                say("activation-was-slow", "It took " + seconds(span) + ", and has ended.");
            }
            if (event != null) {
                event.end();
                if (event.shouldCommit()) {
                    event.run = run.value();
                    event.type = type;
                    event.jobs = jobs;
                    event.commands = commands;
                    event.replayed = replayed;
                    event.commit();
                }
            }
        }

        void look(long now) {
            if (!reported && now - begun >= slowActivation) {
                reported = true;
                kind.slow.increment();
                say(
                        "activation-slow",
                        "It has taken "
                                + seconds(now - begun)
                                + " and goes on: "
                                + whereabouts.get()
                                + ".");
            }
        }

        private void say(String what, String sentence) {
            voice.say(
                    Level.WARNING,
                    new LogLine(what).with("run", run).with("type", type).saying(sentence));
        }

        Optional<Overdue> overdue() {
            return reported
                    ? Optional.of(
                            new Overdue(
                                    Overdue.What.ACTIVATION,
                                    run,
                                    type,
                                    0,
                                    since(begun),
                                    whereabouts.get()))
                    : Optional.empty();
        }
    }

    // ---- Attempts ----

    private final class OfActivity {
        private final String name;
        final LongAdder attempts = new LongAdder();
        final LongAdder retries = new LongAdder();
        final LongAdder redeliveries = new LongAdder();
        final LongAdder stuck = new LongAdder();
        final LongAdder completed;
        final LongAdder failed;
        final LongAdder timedOut;
        final LongAdder cancelled;
        final LongAdder away;
        final Meter.Samples times;

        OfActivity(String name) {
            this.name = name;
            counter("attempts", "Attempts that were handed over.", attempts);
            counter("retries", "Those of them that follow one that failed.", retries);
            counter("redeliveries", "Those that repeat one that was lost.", redeliveries);
            counter("stuck", "Attempts that took longer than was expected.", stuck);
            completed = outcome("completed");
            failed = outcome("failed");
            timedOut = outcome("timed_out");
            cancelled = outcome("cancelled");
            away = outcome("away");
            times =
                    meter.samples(
                            Metric.of("reprise.activity", "How long attempts take.")
                                    .in(Metric.Unit.NANOS)
                                    .tag("activity", name));
        }

        private void counter(String what, String help, LongAdder sum) {
            meter.counter(
                    Metric.of("reprise.activity." + what, help).tag("activity", name), sum::sum);
        }

        private LongAdder outcome(String outcome) {
            var sum = new LongAdder();
            meter.counter(
                    Metric.of("reprise.activity.outcomes", "How attempts ended.")
                            .tag("activity", name)
                            .tag("outcome", outcome),
                    sum::sum);
            return sum;
        }
    }

    private final class Attempting extends Roll.Entry implements AttemptLook {
        private final Call call;
        private final long patience;
        private final Supplier<StackTraceElement[]> stack;
        private final OfActivity kind;
        private final @Nullable ActivityEvent event;
        private final long begun;
        private volatile boolean reported;

        Attempting(Call call, long patience, Supplier<StackTraceElement[]> stack) {
            this.call = call;
            this.patience = patience;
            this.stack = stack;
            this.kind = activities.of(call.telemetryName());
            kind.attempts.increment();
            if (call.redeliveries() > 0) {
                kind.redeliveries.increment();
            } else if (call.attempt() > 1) {
                kind.retries.increment();
            }
            if (FlightRecorder.isInitialized()) {
                event = new ActivityEvent();
                event.begin();
            } else {
                event = null;
            }
            this.begun = nanos.getAsLong();
        }

        @Override
        public void ended(Outcome outcome) {
            switch (outcome) {
                case Outcome.Completed _ -> over("completed", kind.completed);
                case Outcome.Failed(var failure) -> {
                    switch (failure) {
                        case Failure.Timeout _ -> over("timed_out", kind.timedOut);
                        case Failure.Cancelled _ -> over("cancelled", kind.cancelled);
                        default -> over("failed", kind.failed);
                    }
                }
            }
        }

        @Override
        public void away() {
            over("away", kind.away);
        }

        private void over(String outcome, LongAdder count) {
            if (!attempts.remove(this)) {
                return;
            }
            long span = nanos.getAsLong() - begun;
            kind.times.add(span);
            count.increment();
            if (reported) {
                say("activity-was-stuck", "It took " + seconds(span) + ", and is " + outcome + ".");
            }
            if (event != null) {
                event.end();
                if (event.shouldCommit()) {
                    event.run = call.run().value();
                    event.name = call.telemetryName();
                    event.command = call.seq();
                    event.attempt = call.attempt();
                    event.outcome = outcome;
                    event.commit();
                }
            }
        }

        void look(long now) {
            if (!reported && now - begun >= patience) {
                reported = true;
                kind.stuck.increment();
                String where = where();
                say(
                        "activity-stuck",
                        "The attempt has taken "
                                + seconds(now - begun)
                                + " and goes on"
                                + (where.isEmpty() ? ", on no thread." : ", at\n" + where));
            }
        }

        private void say(String what, String sentence) {
            voice.say(
                    Level.WARNING,
                    new LogLine(what)
                            .with("run", call.run())
                            .with("command", call.seq())
                            .with("activity", call.type())
                            .with("attempt", call.attempt())
                            .saying(sentence));
        }

        private String where() {
            return Arrays.stream(stack.get())
                    .limit(FRAMES_MAX)
                    .map(frame -> "    " + frame)
                    .collect(Collectors.joining("\n"));
        }

        Optional<Overdue> overdue() {
            return reported
                    ? Optional.of(
                            new Overdue(
                                    Overdue.What.ACTIVITY,
                                    call.run(),
                                    call.type(),
                                    call.attempt(),
                                    since(begun),
                                    where()))
                    : Optional.empty();
        }
    }
}
