package dev.reprise.engine;

import dev.reprise.RunId;
import dev.reprise.engine.KillLedger.Line;
import dev.reprise.engine.KillLedger.Word;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.flow.Workflow;
import dev.reprise.schedule.Every;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What is asked of an engine as a whole, one thing after the other as long as a process lives: of
 * schedules, of a task queue, and of many runs at once. The number of a chore is its request id.
 */
final class KillChores {
    /** The chores, in turn. Whatever is stopped goes on by the next but one. */
    enum Chore {
        /** Many runs are told something at once. */
        SHOUT,
        /** The task queue is paused. */
        STOP,
        /** One is started that is no time of the schedule. */
        TRIGGER,
        /** The task queue goes on. */
        GO,
        /** The schedule that has times is paused. */
        PAUSE,
        /** It gets a plan that is the same. */
        UPDATE,
        /** It goes on. */
        RESUME,
        /** Two of the past are started. */
        BACKFILL;

        static Chore of(int number) {
            return values()[number % values().length];
        }

        /** The number of the next one of these after another chore. */
        int after(int number) {
            int next = number + 1;
            while (of(next) != this) {
                next++;
            }
            return next;
        }
    }

    /** What is made up for lies in the past, each two times apart. */
    static final Instant PAST = Instant.parse("2026-01-01T00:00:00Z");

    static final Duration HOUR = Duration.ofHours(1);

    private final Client client;
    private final KillLedger ledger;
    private int done;

    KillChores(Client client, KillLedger ledger, List<Line> before) {
        this.client = client;
        this.ledger = ledger;
        this.done = (int) before.stream().filter(it -> it.word() == Word.ACKED_CHORE).count();
    }

    // ---- At the beginning, in the middle ----

    /** What all of that is about. To ask for it again is to ask once. */
    void begin(List<Line> before) {
        if (before.stream().noneMatch(it -> it.word() == Word.ACKED_SCHEDULE)) {
            ledger.write(Word.ASKED_SCHEDULE, KillKinds.TICK, Instant.now());
            for (int times = 0; times < 2; times++) {
                client.schedule(KillKinds.TICK).once("create").create(tick());
            }
            ledger.write(Word.ACKED_SCHEDULE, KillKinds.TICK, Instant.now());
        }
        client.schedule(KillKinds.TOCK).once("create").create(tock());
        for (int i = 0; i < KillKinds.CROWD; i++) {
            var id = new RunId("crowd-" + i);
            var options = StartOptions.DEFAULT.requestId("crowd");
            ledger.write(Word.ASKED_START, id);
            client.start(KillRuns.Crowd.class, id, options, i);
            ledger.write(Word.ACKED_START, id);
        }
    }

    private ScheduleSpec tick() {
        return spec(KillRuns.Tick.class, KillKinds.INTERVAL);
    }

    private ScheduleSpec tock() {
        return spec(KillRuns.Tock.class, HOUR);
    }

    private ScheduleSpec spec(Class<? extends Workflow<Integer, String>> type, Duration every) {
        var schedule = Schedule.of(new Every(every)).overlap(Overlap.ALLOW_ALL);
        return new ScheduleSpec(schedule, client.duty(type, 0));
    }

    /** One chore, and whatever must not be left as it is. */
    void next() {
        Chore chore = Chore.of(done);
        ledger.write(Word.ASKED_CHORE, chore, done, Instant.now());
        for (int times = done % 3 == 0 ? 2 : 1; times > 0; times--) {
            carryOut(chore, done, "chore-" + done);
        }
        ledger.acknowledge(Word.ACKED_CHORE, chore, done, Instant.now());
        done++;
        KillWork.pause(chore == Chore.UPDATE ? (int) KillKinds.INTERVAL.toMillis() : 10);
    }

    /** Whether all that was stopped goes on. */
    boolean isEven() {
        return Chore.of(done) == Chore.SHOUT;
    }

    private void carryOut(Chore chore, int number, String requestId) {
        var tick = client.schedule(KillKinds.TICK).once(requestId);
        var tock = client.schedule(KillKinds.TOCK).once(requestId);
        switch (chore) {
            case SHOUT -> client.batch("type = 'Crowd'").once(requestId).signal("shout", number);
            case STOP -> client.pauseQueue(KillKinds.NARROW, requestId);
            case GO -> client.resumeQueue(KillKinds.NARROW, requestId);
            case TRIGGER -> tock.trigger(Overlap.ALLOW_ALL);
            case PAUSE -> tick.pause("by script");
            case UPDATE -> tick.update(tick());
            case RESUME -> tick.resume();
            case BACKFILL -> {
                Instant from = PAST.plus(HOUR.multipliedBy(2L * number));
                tock.backfill(from, from.plus(HOUR.multipliedBy(2)), Overlap.ALLOW_ALL);
            }
        }
    }

    // ---- At the end ----

    /** Ends what does not end by itself, and waits for all that the schedules have started. */
    void end(KillClient ending) {
        ledger.write(Word.ASKED_DELETE, KillKinds.TICK, Instant.now());
        for (int times = 0; times < 2; times++) {
            client.schedule(KillKinds.TICK).once("delete").delete();
            client.schedule(KillKinds.TOCK).once("delete").delete();
        }
        ledger.write(Word.ACKED_DELETE, KillKinds.TICK, Instant.now());
        for (int times = 0; times < 2; times++) {
            client.batch("id in ('crowd-0', 'crowd-1')").once("over").signal("over");
            client.batch("id = 'crowd-2'").once("over").cancel("by script");
            client.batch("id = 'crowd-3'").once("over").terminate("by script");
        }
        for (int i = 0; i < KillKinds.CROWD; i++) {
            ending.ending(client.handle(new RunId("crowd-" + i), String.class));
        }
        while (client.count("type starts with 'reprise.' and status = running") > 0) {
            KillWork.pause(10);
        }
        List<RunId> started = new ArrayList<>();
        try (var runs = client.list()) {
            runs.forEachRemaining(
                    it -> {
                        String kind = KillKinds.kind(it.run().value());
                        if (kind.equals(KillKinds.TICK) || kind.equals(KillKinds.TOCK)) {
                            started.add(it.run());
                        }
                    });
        }
        started.forEach(it -> ending.ending(client.handle(it, String.class)));
    }
}
