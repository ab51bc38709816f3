package dev.reprise.sim.explore;

import dev.reprise.Check;
import dev.reprise.Outcome;
import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.choice.Action;
import dev.reprise.choice.Kind;
import dev.reprise.choice.Redundant;
import dev.reprise.choice.Scheduler;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Status;
import dev.reprise.flow.WorkflowType;
import dev.reprise.sim.explore.Schedule.Mishap;
import dev.reprise.sim.node.Disk;
import dev.reprise.sim.node.Disk.Row;
import dev.reprise.sim.node.LogMedium;
import dev.reprise.sim.node.Node;
import dev.reprise.sim.node.Offers;
import dev.reprise.sim.node.Plate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The world of a scenario: processes that live and die on one disk, clients, activities, and time,
 * which passes only when an alarm goes off.
 */
final class ExploredWorld implements Disk.Listener {
    static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private static final Duration LATE = Duration.ofHours(1);
    private static final int HANGING_MAX = 4;
    private static final int FULL_TIMES = 2;

    private final Exploration scenario;
    private final Scheduler scheduler;
    private final boolean eager;
    private final List<Mishap> plan;
    private final int stepsMax;
    private final Tale tale;
    private final Disk disk = new Disk(this);
    private final Offers offers = new Offers();
    private final Offers outcomes = new Offers();
    private final List<String> names = new ArrayList<>();
    private final List<Integer> choices = new ArrayList<>();
    private final List<Mishap> happened = new ArrayList<>();
    private final Promises promises = new Promises();
    private Instant now = BEGINNING;

    /** By how much the clock was set back in all. */
    private Duration setBack = Duration.ZERO;

    private ExploredProcess life;
    private @Nullable ExploredProcess zombie;

    /** Whose activity is carried out. */
    private @Nullable ExploredProcess acting;

    private int lives;
    private long hash;
    private int steps;

    /** How many writes and activities there were. */
    private int marks;

    private boolean marked;
    private boolean late;
    private boolean upgraded;
    private boolean stopped;
    private boolean over;
    private int hanging;
    private @Nullable Flaw flaw;

    /**
     * A world at its beginning.
     *
     * @param plan what goes wrong; null when the scheduler chooses that, too, and nothing is chosen
     *     that the engine does by itself
     */
    ExploredWorld(
            Exploration scenario, Scheduler scheduler, @Nullable List<Mishap> plan, Tale tale) {
        this.scenario = scenario;
        this.scheduler = scheduler;
        this.eager = plan == null;
        this.plan = plan == null ? List.of() : plan;
        this.stepsMax = scenario.terms().stepsMax();
        this.tale = tale;
        this.life = begun(new Plate(new LogMedium(disk)));
        scenario.enter(this);
        tale.of(this);
    }

    private ExploredProcess begun(Plate plate) {
        return new ExploredProcess(
                scenario, lives++, plate, new Node.Times(this::now, this::steady), tale);
    }

    // ---- From the beginning to the end ----

    @Nullable Flaw run() {
        try {
            while (flaw == null && steps < stepsMax && step()) {}
            if (flaw == null && steps >= stepsMax) {
                object(
                        Flaw.Kind.ENDLESS,
                        "",
                        "Nothing has come to its end after " + steps + " steps.");
            }
            if (flaw == null) {
                end();
            }
        } catch (RuntimeException | Error e) {
            if (e instanceof Redundant) {
                throw e;
            }
            object(Flaw.Kind.THROWN, e.getClass().getName(), Tale.thrown(e));
        } finally {
            // Activities that were told to stop have set it: they had no thread of their own.
            Thread.interrupted();
        }
        return flaw;
    }

    /** Whether something has happened. */
    private boolean step() {
        Action next = eager ? eager() : sampled();
        if (next == null) {
            return false;
        }
        marked = false;
        perform(next);
        steps++;
        if (stopped) {
            stopped = false;
            restart();
        }
        if (flaw == null) {
            look();
        }
        return true;
    }

    private @Nullable Action sampled() {
        if (marked) {
            for (Mishap each : plan) {
                if (each.mark() == marks && goWrong(each.fault())) {
                    happened.add(each);
                }
            }
        }
        offers.clear();
        offerInside();
        offerOutside();
        return offers.size() == 0 ? null : chosen(offers);
    }

    /** What the engine does by itself is done at once; only what is outside is chosen. */
    private @Nullable Action eager() {
        offers.clear();
        offerInside();
        Action inside = offers.size() == 0 ? null : offers.nth(0);
        boolean doomed = marked && happened.size() < scenario.terms().faultsMax();
        if (inside != null) {
            if (!doomed) {
                return inside;
            }
            offers.clear();
            offers.add(inside.key().kind(), inside.key().number());
        } else {
            offerOutside();
        }
        if (doomed) {
            List<Fault> faults = scenario.terms().faults();
            for (int i = 0; i < faults.size(); i++) {
                if (mayGoWrong(faults.get(i))) {
                    offers.add(Offers.FAULT, i);
                }
            }
        }
        return offers.size() == 0 ? null : offers.size() == 1 ? offers.nth(0) : chosen(offers);
    }

    private Action chosen(Offers among) {
        Action action = scheduler.choose(among);
        int rank = among.rank(action.key());
        choices.add(rank);
        hash = SplitMix64.mix(hash + rank);
        return action;
    }

    // ---- What can happen ----

    private ExploredProcess[] alive() {
        ExploredProcess undead = zombie;
        if (undead != null && undead.isSilent()) {
            bury(undead);
            zombie = null;
            undead = null;
        }
        return undead == null ? new ExploredProcess[] {life} : new ExploredProcess[] {undead, life};
    }

    private void offerInside() {
        ExploredProcess[] alive = alive();
        for (ExploredProcess it : alive) {
            it.steps.keySet().forEach(task -> offers.add(Offers.STEP, number(it, task)));
        }
        if (!life.plate.scribe().isIdle()) {
            offers.add(Offers.STORE, 0);
        }
        for (ExploredProcess it : alive) {
            it.news.keySet().forEach(this::named);
            for (int run = 0; run < names.size(); run++) {
                if (it.news.containsKey(names.get(run))) {
                    offers.add(Offers.TELL, number(it, run));
                }
            }
        }
        if (life.mayRecover()) {
            offers.add(Offers.RECOVER, life.index);
        }
        if (life.mayRegister()) {
            offers.add(Offers.REGISTER, life.index);
        }
    }

    private void offerOutside() {
        ExploredProcess[] alive = alive();
        for (ExploredProcess it : alive) {
            it.activities.keySet().forEach(task -> offers.add(Offers.ACTIVITY, number(it, task)));
        }
        if (life.isReady() && !life.conductor.isFull()) {
            List<Sent> asks = scenario.sent();
            for (int i = 0; i < asks.size(); i++) {
                if (asks.get(i).mayBeAsked()) {
                    offers.add(Offers.ASK, i);
                }
            }
        }
        if (life.hasFailed()) {
            offers.add(Offers.REOPEN, life.index);
        }
        for (ExploredProcess it : alive) {
            if (it.alarm() != null && it.isRecovered()) {
                offers.add(Offers.ALARM, it.index);
            }
        }
    }

    private void named(String run) {
        if (!names.contains(run)) {
            names.add(run);
        }
    }

    private static long number(ExploredProcess it, long task) {
        return ((long) it.index << 32) | task;
    }

    // ---- What happens ----

    private void perform(Action action) {
        Kind kind = action.key().kind();
        long number = action.key().number();
        if (kind.equals(Offers.STEP)) {
            taken(by(number >>> 32).steps, number).run();
        } else if (kind.equals(Offers.STORE)) {
            life.plate.scribe().turn();
            mark();
        } else if (kind.equals(Offers.TELL)) {
            by(number >>> 32).tellNext(names.get((int) number));
        } else if (kind.equals(Offers.RECOVER)) {
            life.recover();
        } else if (kind.equals(Offers.REGISTER)) {
            life.register(scenario, upgraded);
        } else if (kind.equals(Offers.ACTIVITY)) {
            ExploredProcess before = acting;
            acting = by(number >>> 32);
            taken(acting.activities, number).run();
            acting = before;
            mark();
        } else if (kind.equals(Offers.ASK)) {
            ask(scenario.sent().get((int) number));
        } else if (kind.equals(Offers.REOPEN)) {
            stopped = true;
        } else if (kind.equals(Offers.ALARM)) {
            ring(by(number));
        } else {
            Fault fault = scenario.terms().faults().get((int) number);
            happened.add(new Mishap(fault, marks));
            boolean wrong = goWrong(fault);
            Check.invariant(wrong, "%s was offered, and cannot happen", fault);
        }
    }

    private void mark() {
        marks++;
        marked = true;
    }

    private static Runnable taken(TreeMap<Long, Runnable> tasks, long number) {
        Runnable task = tasks.remove(number & 0xFFFF_FFFFL);
        if (task == null) {
            throw new IllegalStateException("there is no task " + number);
        }
        return task;
    }

    private ExploredProcess by(long index) {
        ExploredProcess undead = zombie;
        return undead != null && undead.index == (int) index ? undead : life;
    }

    private void ring(ExploredProcess of) {
        Instant at = of.alarm();
        if (at != null) {
            Instant then = late ? at.plus(LATE) : at;
            late = false;
            if (then.isAfter(now)) {
                now = then;
                tale.passes(elapsed());
            }
            of.ring();
        }
    }

    private boolean mayGoWrong(Fault fault) {
        return switch (fault) {
            case CRASH -> true;
            case EVICT -> life.isReady();
            case TAKEOVER -> zombie == null && life.isReady();
            case LATE -> life.alarm() != null && !late;
            case FULL, TORN -> life.isReady() && !life.conductor.isFull();
            case BACK -> now.minus(LATE).isAfter(BEGINNING);
            case UPGRADE -> !upgraded && scenario.hasNewerCode();
        };
    }

    private boolean goWrong(Fault fault) {
        if (!mayGoWrong(fault)) {
            return false;
        }
        switch (fault) {
            case CRASH -> {
                tale.say(Tale.ENGINE, () -> name(life) + " dies: what is not durable is gone");
                restart();
            }
            case EVICT -> {
                tale.say(Tale.ENGINE, () -> name(life) + " forgets the code that it has paused");
                runs().forEach(it -> life.conductor.evict(it.run()));
            }
            case TAKEOVER -> {
                life.takenOver();
                promises.died();
                zombie = life;
                life = begun(life.plate);
                tale.say(
                        Tale.ENGINE,
                        () -> name(life) + " takes the store, as if the one before were dead");
            }
            case LATE -> {
                tale.say(Tale.CLOCK, () -> "the next alarm will be late, by an hour");
                late = true;
            }
            case FULL -> {
                tale.say(Tale.ENGINE, () -> "the disk is full");
                disk.lay(Disk.Trap.full(Disk.Kept.NOTHING, FULL_TIMES), 0);
            }
            case TORN -> {
                tale.say(Tale.ENGINE, () -> "the next write will be cut off in its middle");
                disk.lay(new Disk.Trap(-1, Disk.Kept.PART, true), marks);
            }
            case BACK -> {
                tale.say(Tale.CLOCK, () -> "is set back by an hour");
                now = now.minus(LATE);
                setBack = setBack.plus(LATE);
            }
            case UPGRADE -> {
                tale.say(Tale.ENGINE, () -> name(life) + " is stopped, to be upgraded");
                upgraded = true;
                tale.upgraded(this::type);
                restart();
            }
        }
        return true;
    }

    private static String name(ExploredProcess process) {
        return "process " + (process.index + 1);
    }

    private void restart() {
        ExploredProcess undead = zombie;
        if (undead != null) {
            bury(undead);
            zombie = null;
        }
        bury(life);
        promises.died();
        var medium = new LogMedium(disk);
        promised(promises.recovered(medium));
        life = begun(new Plate(medium));
        tale.say(Tale.ENGINE, () -> name(life) + " begins on what is durable");
    }

    private void bury(ExploredProcess dead) {
        dead.die();
        scenario.sent().stream().filter(it -> it.isUnheard(dead)).forEach(Sent::lost);
    }

    // ---- Clients ----

    private void ask(Sent sent) {
        ExploredProcess of = life;
        CompletableFuture<?> future = sent.ask(of);
        tale.asks(sent);
        var _ =
                future.whenComplete(
                        (_, thrown) -> {
                            if (!of.isDead()) {
                                heard(sent, thrown);
                            }
                        });
    }

    private void heard(Sent sent, @Nullable Throwable failure) {
        Throwable thrown = failure instanceof CompletionException ? failure.getCause() : failure;
        if (!(thrown instanceof Refusal refusal)) {
            if (thrown == null) {
                sent.over(null);
                promised(promises.acknowledged(sent));
            } else {
                object(Flaw.Kind.THROWN, sent.words, sent.words + " failed with " + thrown);
            }
            return;
        }
        switch (refusal.reason()) {
            case STORE_FAILED, NO_SPACE, CLOSED -> sent.lost();
            default -> {
                tale.say(Tale.CLIENT, () -> "is refused: " + refusal.getMessage());
                sent.over(refusal.getMessage());
            }
        }
    }

    // ---- What activities and users ask ----

    /** Something outside turns out in one of so many ways. */
    int turnsOut(int ways) {
        if (ways == 1) {
            return 0;
        }
        outcomes.clear();
        for (int way = 0; way < ways; way++) {
            outcomes.add(Offers.TURNOUT, way);
        }
        return (int) chosen(outcomes).key().number();
    }

    /** Everything else goes on until the activity is told to stop, or nothing more happens. */
    void hang(ActivityContext context) {
        ExploredProcess of = acting == null ? life : acting;
        hanging++;
        while (hanging <= HANGING_MAX
                && flaw == null
                && steps < stepsMax
                && !context.isCancelled()
                && !of.isDead()
                && step()) {}
        hanging--;
    }

    Instant now() {
        return now;
    }

    private Instant steady() {
        return now.plus(setBack);
    }

    Duration elapsed() {
        return Duration.between(BEGINNING, now);
    }

    Tale tale() {
        return tale;
    }

    private @Nullable WorkflowType<?, ?> type(String name) {
        return scenario.type(name, upgraded);
    }

    @Nullable Description describe(RunId run) {
        return life.plate.medium().head(run).map(Description::of).orElse(null);
    }

    /** How a run has ended; null as long as something may happen. */
    @Nullable Outcome endOf(RunId run) {
        Description known = over ? describe(run) : null;
        if (known == null || !known.status().isEnd()) {
            return null;
        }
        CompletableFuture<Outcome> end = life.conductor.watch(run);
        for (int left = stepsMax; left > 0 && !end.isDone(); left--) {
            offers.clear();
            offerInside();
            if (offers.size() == 0) {
                return null;
            }
            perform(offers.nth(0));
        }
        return end.isCompletedExceptionally() ? null : end.getNow(null);
    }

    // ---- What must hold ----

    private void look() {
        String broken = scenario.broken();
        if (broken != null) {
            object(Flaw.Kind.BROKEN, broken, broken + ": that does not hold.");
        }
    }

    private void end() {
        for (Description run : runs()) {
            if (run.status() == Status.STUCK) {
                object(
                        Flaw.Kind.STUCK,
                        run.run().value(),
                        "Run " + run.run() + " is stuck: " + run.reason().orElse("?"));
                return;
            }
            if (!run.status().isEnd() && !scenario.mayStayOpen(run.run())) {
                object(
                        Flaw.Kind.OPEN,
                        run.run().value(),
                        "Run "
                                + run.run()
                                + " does not end, and nothing more happens. It waits for "
                                + tale.waitsFor(run)
                                + ".");
                return;
            }
        }
        runs().forEach(it -> promised(promises.over(life.plate.medium(), it)));
        for (Sent each : scenario.sent()) {
            if (!each.isOver()) {
                object(Flaw.Kind.OPEN, each.words, "Nobody could ask: " + each.words + ".");
                return;
            }
        }
        over = true;
        if (flaw == null) {
            flaw = scenario.atEnd();
        }
    }

    private List<Description> runs() {
        List<Description> runs = new ArrayList<>();
        try (var heads = life.plate.medium().heads(null)) {
            while (heads.hasNext()) {
                runs.add(Description.of(heads.next()));
            }
        }
        return runs;
    }

    private void promised(@Nullable String broken) {
        if (broken != null) {
            object(Flaw.Kind.ENGINE, broken, broken);
        }
    }

    /** An activity begins. */
    void begins(Call call) {
        tale.begins(call);
        if (acting == null || !acting.isTakenOver()) {
            promised(promises.begins(call, describe(call.run())));
        }
    }

    private void object(Flaw.Kind kind, String what, String message) {
        if (flaw == null) {
            flaw = new Flaw(kind, what, message);
        }
    }

    // ---- The disk ----

    @Override
    public void durable(List<Row> rows) {
        for (Row row : rows) {
            promised(promises.durable(row));
            if (row instanceof Row.Turn(_, _, var bytes)) {
                hash = SplitMix64.mix(hash + Arrays.hashCode(bytes));
            }
        }
        if (tale.isTold()) {
            tale.written();
            for (Row row : rows) {
                if (row instanceof Row.Turn(var run, _, var bytes)) {
                    tale.durable(run, bytes, this::type);
                }
            }
        }
    }

    @Override
    public void stopped() {
        stopped = true;
    }

    // ---- What is known afterwards ----

    /** What was chosen, and what went wrong. */
    Schedule schedule() {
        return new Schedule(eager, eager ? List.of() : happened, choices);
    }

    /** Of all that was chosen, and all that became durable. */
    long hash() {
        return hash;
    }

    List<Mishap> happened() {
        return happened;
    }

    int marks() {
        return marks;
    }

    int steps() {
        return steps;
    }
}
