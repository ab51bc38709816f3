package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.engine.drive.Gatehouse;
import dev.reprise.engine.drive.Herald;
import dev.reprise.engine.store.DueTimer;
import dev.reprise.engine.watch.Meter;
import dev.reprise.flow.unit.Strands;
import dev.reprise.form.LogLine;
import dev.reprise.policy.Precedence;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;

/** Where the runs of one conductor live: what all of them share, and by whom they reach others. */
final class House {
    /** When so many runs have something to do, those whose timers are due wait a little. */
    private static final long BUSY_MAX = 50_000;

    private static final Duration BREATH = Duration.ofMillis(10);

    private final Surroundings around;
    private final Settings settings;
    private final Onlooker onlooker;
    private final Counts counts;
    private final SteadyTime steady;
    private final Timers timers;
    private final Paused<Cell> paused;
    private final Gatehouse gates;
    private final Herald herald;
    private final Strands strands = Strands.best();
    private final Cells cells = new Cells(this);
    private final Claim claim = new Claim(this);
    private final Outage outage = new Outage(this);
    private final Reserve reserve = new Reserve(this);
    private final Entrance entrance = new Entrance(this);
    private final Jam jam = new Jam(this);
    private final Roster roster = new Roster(this);
    private final Standstill standstill = new Standstill(this);
    private final Revivals revivals = new Revivals(run -> post(run, new Message.Revive()));
    private final Repertoire repertoire;
    private final Sweep sweep;
    private volatile Policies policies;

    House(Surroundings around, Settings settings, Onlooker onlooker) {
        this.around = around;
        this.settings = settings;
        this.onlooker = onlooker;
        this.counts = new Counts(onlooker.meter());
        this.steady = new SteadyTime(around.clock(), around.steady());
        this.timers = new Timers(around.store(), around.alarm(), steady, around.timersMax());
        this.paused = new Paused<>(settings.pausedMax(), settings.pausedBytes());
        this.gates = new Gatehouse(settings.hooks(), settings.queues());
        this.herald = new Herald(settings.hooks(), settings.voice());
        this.policies = new Policies(settings.policies(), settings.functions());
        this.repertoire = new Repertoire(this);
        this.sweep = new Sweep(this, settings.retention());
        measured(onlooker.meter());
    }

    private void measured(Meter meter) {
        if (meter.equals(Meter.NONE)) {
            return;
        }
        Counts.gauge(meter, "runs.stuck", "Runs that are stuck.", roster::stuckCount);
        Counts.gauge(meter, "runs.parked", "Runs that wait for a person.", roster::parkedCount);
        Counts.gauge(meter, "runs.loaded", "Runs of which something is in memory.", cells::size);
        Counts.gauge(meter, "runs.paused", "Runs whose code is in memory.", paused::size);
        Counts.gauge(meter, "runs.busy", "Runs that have something to do.", cells::busy);
        Counts.gauge(meter, "activity.underway", "Attempts that are under way.", cells::underWay);
        Counts.gauge(meter, "timer.held", "Timers that are in memory.", timers::held);
        Counts.gauge(
                meter,
                "store.full",
                "1 while the store has no room, so that nothing is taken on, else 0.",
                () -> outage.isFull() ? 1 : 0);
    }

    // ---- Its life ----

    /** Takes up what was under way when the store was last written. */
    Recovered recover() {
        Recovered found = roster.recover(revivals);
        outage.isOver();
        // Without any code they could only be read, and would be in the way of who registers some.
        if (!repertoire.isEmpty()) {
            revivals.begin();
        }
        standstill.recover();
        timers.begin();
        sweep.begin();
        entrance.wakeForNext();
        return found;
    }

    /** The alarm went off. */
    void ring() {
        Instant now = around.clock().instant();
        if (outage.isFull()) {
            boolean due = timers.woken(now);
            timers.rest();
            if (due) {
                around.workers().execute(outage::probe);
                dismiss();
            }
            return;
        }
        if (cells.busy() > BUSY_MAX) {
            timers.later(now.plus(BREATH));
            return;
        }
        for (DueTimer due : timers.watched()) {
            post(due.run(), new Message.Look(due.timer()));
        }
        if (timers.woken(now)) {
            around.workers().execute(sweep::step);
            dismiss();
        }
        for (DueTimer due : timers.ring(now)) {
            counts.rung(due.timer().due(), now);
            post(due.run(), new Message.Due(due.timer()));
        }
    }

    private void dismiss() {
        if (entrance.isAwaited()) {
            around.workers().execute(entrance::dismiss);
        }
    }

    // ---- Between runs ----

    void post(RunId run, Message message) {
        cells.post(run, message);
    }

    /** An activity has come back. */
    void ended(RunId run, Delivery delivery, Outcome outcome) {
        // After a failure nobody hears of it: it is delivered again when the store is opened.
        if (outage.failure() == null) {
            post(run, new Message.Ended(delivery, outcome));
        }
    }

    /** The code of an attempt has returned whose outcome comes from outside. */
    void away(RunId run, Delivery delivery) {
        if (outage.failure() == null) {
            post(run, new Message.Away(delivery));
        }
    }

    /** A run is to be looked at again. */
    void revive(RunId run) {
        revivals.add(run);
        revivals.begin();
    }

    // ---- What is said ----

    /** The history of a run has reached something that is warned of. */
    void grewLong(RunId run, String type, String reached) {
        counts.grewLong();
        onlooker.say(
                Level.WARNING,
                new LogLine("run-long")
                        .with("run", run)
                        .with("type", type)
                        .saying(
                                "Its history has reached "
                                        + reached
                                        + ": to bring it back into memory takes long. Let it"
                                        + " continue as new;"
                                        + " Flow.info().isContinueAsNewSuggested() says when."));
    }

    /** A step failed by a fault of ours: nothing of it was done. */
    Refusal broke(Cell cell, String type, Throwable thrown) {
        counts.broke();
        onlooker.broke(
                new LogLine("step-failed")
                        .with("run", cell.run)
                        .with("type", type)
                        .saying("A step of the run failed, and was not carried out."),
                thrown);
        return new Refusal(
                Refusal.Reason.UNREADABLE,
                "A step of run " + cell.run + " failed, and was not carried out: " + thrown,
                thrown);
    }

    // ---- What is in it ----

    Surroundings around() {
        return around;
    }

    Settings settings() {
        return settings;
    }

    Onlooker onlooker() {
        return onlooker;
    }

    Counts count() {
        return counts;
    }

    /** By which spans are measured that nobody records. */
    SteadyTime steady() {
        return steady;
    }

    Timers timers() {
        return timers;
    }

    Paused<Cell> paused() {
        return paused;
    }

    Gatehouse gates() {
        return gates;
    }

    Herald herald() {
        return herald;
    }

    Strands strands() {
        return strands;
    }

    Cells cells() {
        return cells;
    }

    Claim claim() {
        return claim;
    }

    /** By which it writes. */
    long epoch() {
        return claim.epoch();
    }

    Outage outage() {
        return outage;
    }

    Reserve reserve() {
        return reserve;
    }

    Jam jam() {
        return jam;
    }

    Entrance entrance() {
        return entrance;
    }

    Roster roster() {
        return roster;
    }

    Standstill standstill() {
        return standstill;
    }

    Revivals revivals() {
        return revivals;
    }

    Repertoire repertoire() {
        return repertoire;
    }

    Sweep sweep() {
        return sweep;
    }

    /** By which activities that are asked for now are executed. */
    Policies policies() {
        return policies;
    }

    void policies(Precedence value) {
        policies = new Policies(value, settings.functions());
    }
}
