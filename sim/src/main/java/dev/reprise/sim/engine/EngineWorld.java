package dev.reprise.sim.engine;

import dev.reprise.RunId;
import dev.reprise.choice.Action;
import dev.reprise.engine.run.Attempt;
import dev.reprise.engine.run.Entry;
import dev.reprise.engine.run.Refusal;
import dev.reprise.sim.Flaw;
import dev.reprise.sim.engine.Desk.Performed;
import dev.reprise.sim.engine.EngineCase.Fault;
import dev.reprise.sim.engine.Request.Kind;
import dev.reprise.sim.node.Disk;
import dev.reprise.sim.node.Disk.Kept;
import dev.reprise.sim.node.Disk.Row;
import dev.reprise.sim.node.LogMedium;
import dev.reprise.sim.node.Offers;
import dev.reprise.sim.node.Plate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The world around an engine: processes that live and die on one disk, clients, and time, which
 * passes only when an alarm goes off.
 */
final class EngineWorld implements Disk.Listener {
    static final Instant BEGINNING = Instant.ofEpochSecond(1_000_000);

    /** What there may be on a disk of what did not fit. */
    private static final List<Kept> KEPT = List.of(Kept.values());

    private static final int STALL_MAX = 1_000;
    private static final int STALLS_MAX = 4;

    private final EngineCase plan;
    private final List<String> names;
    private final List<EngineOracle> oracles = EngineOracle.all();
    private final Disk disk = new Disk(this);
    private final Truth truth = new Truth();
    private final Offers offers = new Offers();
    private final List<Request> requests = new ArrayList<>();
    private final List<Fault> faults;
    private final List<Performed> performed = new ArrayList<>();
    private final TreeMap<String, Integer> met = new TreeMap<>();
    private final List<Stall> stalls = new ArrayList<>();
    private final Outside errands = new Outside();
    private Instant now = BEGINNING;
    private Life life;
    private @Nullable Life zombie;
    private int lives;

    /** How often a process has opened its store anew since there was room again. */
    private int resumptions;

    private int steps;
    private int stalled;
    private boolean stopped;
    private @Nullable Flaw flaw;

    EngineWorld(EngineCase plan, Disk.@Nullable Trap trap) {
        this.plan = plan;
        this.names = new ArrayList<>(plan.all().stream().map(it -> it.run().value()).toList());
        this.faults = new ArrayList<>(plan.faults());
        for (RunPlan each : plan.plans()) {
            want(each);
        }
        for (Request start : List.copyOf(requests)) {
            want(Kind.FORK, start, start.kind == Kind.START && start.plan.forked() > 0 ? 1 : 0);
        }
        if (trap != null) {
            disk.lay(trap, (int) (plan.seed() & 0xFFFF));
        }
        life = new Life(this, lives++, new Plate(new LogMedium(disk)));
    }

    /** An activity that is stuck, and whether it was told to stop. */
    record Stall(Performed performed, BooleanSupplier stopped) {}

    private void want(RunPlan run) {
        var start = new Request(requests.size(), Kind.START, run, 0, null);
        requests.add(start);
        want(Kind.AGAIN, start, run.again() ? 1 : 0);
        want(Kind.TAKEN, start, run.taken() ? 1 : 0);
        want(Kind.SIGNAL, start, run.signals());
        want(Kind.UPDATE, start, run.updates());
        want(Kind.CANCEL, start, run.cancelled() ? 1 : 0);
        want(Kind.TERMINATE, start, run.terminated() ? 1 : 0);
        want(Kind.RESET, start, run.resets() == RunPlan.NEVER ? 0 : 1);
        want(Kind.QUERY, start, run.queries());
        want(Kind.WATCH, start, 1);
        want(Kind.HELP, start, run.work().isTrial() ? 1 : 0);
        want(Kind.OUTSIDE, start, run.work().isTrial() ? 1 : 0);
        if (plan.isQueuePaused() && run.equals(plan.plans().getFirst())) {
            want(Kind.PAUSE, start, 1);
            want(Kind.RESUME, start, 1);
        }
    }

    private void want(Kind kind, Request start, int count) {
        for (int i = 0; i < count; i++) {
            requests.add(new Request(requests.size(), kind, start.plan, i, start));
        }
    }

    // ---- What can happen ----

    /** What can be done next; nothing when all has come to its end. */
    Offers offer() {
        offers.clear();
        Life undead = zombie;
        if (undead != null && undead.isSilent()) {
            bury(undead);
            zombie = null;
            undead = null;
        }
        Life[] alive = undead == null ? new Life[] {life} : new Life[] {undead, life};
        for (Life it : alive) {
            it.steps.keySet().forEach(task -> offers.add(Offers.STEP, number(it, task)));
        }
        if (!life.plate.scribe().isIdle()) {
            offers.add(Offers.STORE, 0);
        }
        for (Life it : alive) {
            it.news.keySet().forEach(this::named);
            for (int run = -1; run < names.size(); run++) {
                if (it.news.containsKey(name(run))) {
                    offers.add(Offers.TELL, number(it, run + 1));
                }
            }
        }
        offerBeginning();
        for (Life it : alive) {
            it.activities.keySet().forEach(task -> offers.add(Offers.ACTIVITY, number(it, task)));
        }
        for (Request request : requests) {
            for (Life it : alive) {
                if (mayAsk(request, it)) {
                    offers.add(Offers.ASK, request.index * 2L + (it == life ? 0 : 1));
                }
            }
        }
        if (life.hasFailed() || (life.isStrange() && life.registered.size() == life.pieces())) {
            offers.add(Offers.REOPEN, life.index);
        }
        for (Life it : alive) {
            if (it.alarm() != null && it.isRecovered()) {
                offers.add(Offers.ALARM, it.index);
            }
        }
        if (offers.size() == 0) {
            offerEnds();
        }
        for (int i = 0; i < faults.size(); i++) {
            if (faults.get(i).after() <= steps && canGoWrong(faults.get(i))) {
                offers.add(Offers.FAULT, i);
            }
        }
        return offers;
    }

    /** Nothing more happens by itself: what would go on for ever is ended. */
    private void offerEnds() {
        for (Request request : requests) {
            if (request.isScheduleEnd() && mayAskAtEnd(request)) {
                offers.add(Offers.ASK, request.index * 2L);
            }
        }
    }

    private boolean mayAskAtEnd(Request request) {
        return request.state() == Request.State.NEW
                && life.isRecovered()
                && !life.hasFailed()
                && isStarted(request.plan);
    }

    private void offerBeginning() {
        if (life.mayRecover()) {
            offers.add(Offers.RECOVER, life.index);
        }
        if (life.isRecovered()) {
            for (int piece = 0; piece < life.pieces(); piece++) {
                if (!life.registered.contains(piece)) {
                    offers.add(Offers.REGISTER, piece);
                    if (plan.together()) {
                        return;
                    }
                }
            }
        }
    }

    private boolean mayAsk(Request request, Life of) {
        if (request.state() != Request.State.NEW || !of.isRecovered() || of.hasFailed()) {
            return false;
        }
        if (of.conductor.isFull() && request.kind != Kind.QUERY) {
            return false; // else they would be refused for ever
        }
        if (request.isScheduleEnd() && !request.plan.script().mayEndAnyTime()) {
            return false;
        }
        return switch (request.kind) {
            case START ->
                    !isGone(request.plan) && of.knows(request.plan.work()) && mayStart(request, of);
            case AGAIN ->
                    !isGone(request.plan)
                            && request.start.wasAsked()
                            && of.knows(request.plan.work())
                            && mayStart(request, of);
            case TAKEN ->
                    isStarted(request.plan)
                            && of.knows(request.plan.work())
                            && mayStart(request, of);
            case PAUSE -> true;
            case RESUME -> requests.get(request.index - 1).state() == Request.State.OVER;
            case HELP -> isParked(request, of);
            case OUTSIDE -> !isGone(request.plan) && errands.next(request.plan).isPresent();
            case RESET, FORK -> !isGone(request.plan) && isStarted(request.plan);
            case SIGNAL, UPDATE, CANCEL, TERMINATE, QUERY, WATCH ->
                    (request.wasAsked() || isGone(request.plan))
                            ? isStarted(request.plan)
                            : request.start.wasAsked();
        };
    }

    /** Who was refused because a queue was full does not come back before it has room. */
    private static boolean mayStart(Request request, Life of) {
        return !request.wasAsked() || of.hasRoom();
    }

    /** Whether a run has ended and was deleted: nobody starts it anew on purpose. */
    private boolean isGone(RunPlan run) {
        return truth.wasDeleted(run.run());
    }

    private boolean isParked(Request request, Life of) {
        RunTruth known = truth.run(request.plan.run());
        return known != null && known.parked().isPresent() && !request.isRepeated(of, known);
    }

    private boolean isStarted(RunPlan run) {
        return truth.run(run.run()) != null;
    }

    /** With nothing left to be written, there is no write that can go wrong. */
    private boolean canGoWrong(Fault fault) {
        return switch (fault.kind()) {
            case EVICT -> true;
            case CRASH -> true;
            case TAKEOVER, CLOSE -> zombie == null && life.isRecovered() && !life.hasFailed();
            default -> !life.plate.scribe().isIdle();
        };
    }

    /** Runs that are begun by others have a number when they are first heard of. */
    private void named(String run) {
        if (!run.isEmpty() && !names.contains(run)) {
            names.add(run);
        }
    }

    private static long number(Life it, long task) {
        return ((long) it.index << 32) | task;
    }

    private String name(int run) {
        return run < 0 ? "" : names.get(run);
    }

    // ---- What happens ----

    void perform(Action action) {
        long number = action.key().number();
        int kind = action.key().kind().order();
        if (kind == Offers.STEP.order()) {
            taken(by(number >>> 32).steps, number).run();
        } else if (kind == Offers.STORE.order()) {
            life.plate.scribe().turn();
        } else if (kind == Offers.TELL.order()) {
            by(number >>> 32).tellNext(name((int) number - 1));
        } else if (kind == Offers.RECOVER.order()) {
            life.recover();
        } else if (kind == Offers.REGISTER.order()) {
            register((int) number);
        } else if (kind == Offers.ACTIVITY.order()) {
            taken(by(number >>> 32).activities, number).run();
        } else if (kind == Offers.ASK.order()) {
            Life undead = zombie;
            ask(
                    requests.get((int) (number / 2)),
                    number % 2 == 0 || undead == null ? life : undead);
        } else if (kind == Offers.REOPEN.order()) {
            stopped = true;
        } else if (kind == Offers.ALARM.order()) {
            ring(by(number));
        } else {
            goWrong(faults.remove((int) number));
        }
        if (stopped) {
            stopped = false;
            restart();
        }
        steps++;
        look(it -> it.step(this));
    }

    private static Runnable taken(TreeMap<Long, Runnable> tasks, long number) {
        Runnable task = tasks.remove(number & 0xFFFF_FFFFL);
        if (task == null) {
            throw new IllegalStateException("there is no task " + number);
        }
        return task;
    }

    private Life by(long index) {
        Life undead = zombie;
        return undead != null && undead.index == (int) index ? undead : life;
    }

    private void register(int piece) {
        life.register(piece);
        for (int next = piece + 1; plan.together() && next < life.pieces(); next++) {
            life.register(next);
        }
    }

    private void ring(Life of) {
        Instant at = of.alarm();
        if (at != null) {
            Instant late = at.plusSeconds(plan.lateSeconds());
            now = late.isAfter(now) ? late : now;
            of.ring();
        }
    }

    private void goWrong(Fault fault) {
        met("fault " + fault.kind());
        switch (fault.kind()) {
            case EVICT -> life.conductor.evict(evicted(fault.which()));
            case CRASH -> stopped = true;
            case CRASH_BEFORE -> trap(fault, Kept.NOTHING, true);
            case CRASH_TORN -> trap(fault, Kept.PART, true);
            case CRASH_AFTER -> trap(fault, Kept.ALL, true);
            case FAIL_BEFORE -> trap(fault, Kept.NOTHING, false);
            case FAIL_TORN -> trap(fault, Kept.PART, false);
            case FAIL_AFTER -> trap(fault, Kept.ALL, false);
            case TAKEOVER -> {
                life.takenOver();
                zombie = life;
                life = new Life(this, lives++, life.plate);
            }
            case CLOSE -> life.conductor.close();
            case FULL ->
                    disk.lay(
                            Disk.Trap.full(
                                    KEPT.get(fault.which() % 3), 1 + (fault.which() / 3) % 3),
                            fault.which());
        }
    }

    private RunId evicted(int which) {
        return plan.plans().get(which % plan.plans().size()).run();
    }

    private void trap(Fault fault, Kept kept, boolean crash) {
        disk.lay(new Disk.Trap(-1, kept, crash), fault.which());
    }

    /** All processes are gone, and one begins anew on what the disk holds. */
    private void restart() {
        Life undead = zombie;
        if (undead != null) {
            bury(undead);
            zombie = null;
        }
        bury(life);
        String wrong = truth.takeOn(disk.rows(), this::grown);
        if (wrong != null) {
            object(Prefix.NAME, wrong);
        }
        lookAtDeleted();
        var medium = new LogMedium(disk);
        look(it -> it.opened(this, medium));
        life = new Life(this, lives++, new Plate(medium));
    }

    /** A process has opened its store anew: what nobody was told of is there, or is not. */
    void resumed(Life of) {
        met("store opened anew when there was room");
        resumptions++;
        String wrong = truth.takeOn(disk.rows(), this::grown);
        if (wrong != null) {
            object(Prefix.NAME, wrong);
        }
        lookAtDeleted();
        look(it -> it.opened(this, of.plate.medium()));
    }

    private void bury(Life dead) {
        dead.die();
        for (Request request : requests) {
            if (request.state() == Request.State.ASKED && dead.equals(request.life())) {
                request.lost();
            }
        }
    }

    // ---- Clients ----

    private void ask(Request request, Life of) {
        if (request.kind == Kind.OUTSIDE) {
            request.bring(errands.next(request.plan).orElseThrow());
        }
        CompletableFuture<?> future = request.ask(of, truth.run(request.plan.run()));
        String words = request.words();
        var _ =
                future.whenComplete(
                        (answer, thrown) -> {
                            try {
                                heard(request, of, words, answer, thrown);
                            } catch (RuntimeException | Error e) {
                                object(Flaw.ESCAPED, e.toString());
                            }
                        });
    }

    private void heard(
            Request request,
            Life of,
            String words,
            @Nullable Object answer,
            @Nullable Throwable thrown) {
        if (of.isDead()) {
            return;
        }
        if (thrown instanceof Refusal refusal) {
            refused(request, of, refusal);
        } else if (answer != null) {
            met("answer " + request.kind);
            errands.over(request.kind, words);
            request.over();
            var told = new Request.Answer(request, of, words, answer);
            look(it -> it.answered(this, told));
        } else {
            object("Refusals", request + " failed with " + thrown);
        }
    }

    private void refused(Request request, Life of, Refusal refusal) {
        met("refusal " + refusal.reason());
        look(it -> it.refused(this, request, of, refusal));
        switch (refusal.reason()) {
            case STORE_FAILED, NO_SPACE, CLOSED, NO_SUCH_RUN -> request.lost();
            case QUEUE_FULL -> request.comesBack();
            case ALREADY_ENDED -> {
                errands.over(request.kind, request.words());
                request.tooLate();
            }
            default -> {
                errands.over(request.kind, request.words());
                request.over();
            }
        }
    }

    // ---- What oracles see ----

    @Override
    public void durable(List<Row> rows) {
        if (rows.stream().filter(it -> it instanceof Row.Turn).count()
                > rows.stream().filter(it -> it instanceof Row.Summary).count()) {
            met("write of several entries of a run");
        }
        String wrong = truth.take(rows, this::grown);
        if (wrong != null) {
            object(Prefix.NAME, wrong);
        }
        lookAtDeleted();
    }

    private void lookAtDeleted() {
        for (RunTruth gone : truth.deletedNow()) {
            boolean child = plan.plans().stream().noneMatch(it -> it.run().equals(gone.run));
            met("deletion of a " + (child ? "child" : "run"));
            look(it -> it.deleted(this, gone));
        }
    }

    private void grown(RunTruth run) {
        Entry last = run.last();
        if (run.size() == 1 && truth.wasDeleted(run.run)) {
            met("start under the id of a deleted run");
        }
        if (last.received()) {
            met(run.isStuck() ? "entry of a stuck run" : "entry of a leg that will begin");
        }
        if (run.leg() > 1 && last.carriedOut() != null) {
            met("turn of a later leg");
        }
        if (last.rewind() != null) {
            String how =
                    last.rewind().turns() == 0 ? "run that begins anew" : "run that is taken back";
            met(run.size() == 1 ? "fork" : how);
            requests.stream()
                    .filter(it -> it.plan.run().equals(run.run))
                    .forEach(Request::runGoesOn);
        }
        if (!last.settled().isEmpty()) {
            met("entry that settles what a leg has left");
        }
        if (last.cutoff() != null) {
            met("entry " + last.cutoff().how());
        }
        for (Attempt attempt : last.attempts()) {
            switch (attempt.why()) {
                case LOST -> met("entry redelivery");
                case NEXT -> met("entry " + attempt.progress().role());
                case PARKED, REDRIVEN, AWAY, SKIPPED, UNBEGUN -> met("entry " + attempt.why());
            }
        }
        look(oracle -> oracle.durable(this, run));
    }

    @Override
    public void stopped() {
        stopped = true;
        Life undead = zombie;
        if (undead != null) {
            undead.die();
        }
        life.die();
    }

    /** What is to be completed from outside. */
    Outside outside() {
        return errands;
    }

    void performed(Performed begun) {
        if (begun.early()) {
            met("activity before it is durable");
        }
        if (isZombie(begun.life())) {
            met("activity of a process that was taken for dead");
        }
        // What one under the same id did, before it was deleted, is no matter of this one.
        if (!truth.wasDeleted(begun.run())) {
            look(it -> it.performed(this, begun));
        }
        performed.add(begun);
    }

    /**
     * An activity is stuck: everything else goes on until somebody tells it to stop, or nothing
     * more happens.
     */
    void stall(Performed stuck, BooleanSupplier stopped) {
        var stall = new Stall(stuck, stopped);
        stalls.add(stall);
        stalled++;
        goOn(stuck.life(), stopped);
        stalls.remove(stall);
        Life of = stuck.life();
        if (!truth.wasDeleted(stuck.run())
                && !stopped.getAsBoolean()
                && !of.isDead()
                && !of.hasFailed()
                && !of.isTakenOver()) {
            look(it -> it.stuck(this, stuck));
        }
    }

    private void goOn(Life of, BooleanSupplier stopped) {
        for (int i = 0; i < STALL_MAX && !stopped.getAsBoolean() && !of.isDead(); i++) {
            if (!of.steps.isEmpty()) {
                of.steps.pollFirstEntry().getValue().run();
            } else if (!of.plate.scribe().isIdle()) {
                of.plate.scribe().turn();
            } else if (!of.news.isEmpty()) {
                of.tellNext(of.news.firstKey());
            } else if (!of.activities.isEmpty() && stalls.size() < STALLS_MAX) {
                of.activities.pollFirstEntry().getValue().run();
            } else if (of.alarm() != null) {
                ring(of);
            } else {
                return;
            }
        }
    }

    void end() {
        look(it -> it.end(this));
    }

    private void look(Function<EngineOracle, @Nullable String> question) {
        for (EngineOracle oracle : oracles) {
            if (flaw != null) {
                return;
            }
            String objection = question.apply(oracle);
            if (objection != null) {
                object(oracle.name(), objection);
            }
        }
    }

    void object(String kind, String sentence) {
        if (flaw == null) {
            flaw = new Flaw(kind, steps, sentence);
        }
    }

    private void met(String what) {
        met.merge(what, 1, Integer::sum);
    }

    /** How often what has happened. */
    SortedMap<String, Integer> met() {
        return met;
    }

    @Nullable Flaw flaw() {
        return flaw;
    }

    EngineCase plan() {
        return plan;
    }

    Truth truth() {
        return truth;
    }

    Instant now() {
        return now;
    }

    /** The process that holds the store. */
    Life life() {
        return life;
    }

    /** Whether a process was taken for dead. */
    boolean isZombie(Life it) {
        return it.equals(zombie);
    }

    /** How many processes there were, one that went on after there was room again counted anew. */
    int lives() {
        return lives + resumptions;
    }

    /** Whether there was ever no room. */
    boolean hadNoRoom() {
        return met.containsKey("fault FULL");
    }

    int resumptions() {
        return resumptions;
    }

    List<Request> requests() {
        return requests;
    }

    /** The activities that are stuck, the one that began first first. */
    List<Stall> stalls() {
        return stalls;
    }

    /** How many activities were stuck so far: meanwhile no oracle sees each step. */
    int stalled() {
        return stalled;
    }

    /** The activities that were begun, in order. */
    List<Performed> performed() {
        return performed;
    }

    int commits() {
        return disk.commits();
    }
}
