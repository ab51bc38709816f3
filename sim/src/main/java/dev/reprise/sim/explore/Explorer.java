package dev.reprise.sim.explore;

import dev.reprise.SplitMix64;
import dev.reprise.choice.Redundant;
import dev.reprise.choice.Scheduler;
import dev.reprise.choice.Search;
import dev.reprise.sim.explore.Schedule.Mishap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tries a scenario in many orders, until one goes wrong; then makes that one small. */
public final class Explorer {
    /** With fewer faults, so many other orders are tried. */
    private static final int OTHER_ORDERS = 60;

    private final Terms terms;
    private final Consumer<Exploration> scenario;
    private long schedules;
    private long redundant;
    private long steps;
    private long hash;
    private boolean exhausted;
    private final EnumMap<Fault, Long> met = new EnumMap<>(Fault.class);
    private Consumer<Explorer> watcher = _ -> {};

    /** How many marks the calm order had: faults are spread over as many. */
    private int marks;

    /** An explorer of a scenario, which is told anew for each order. */
    public Explorer(Terms terms, Consumer<Exploration> scenario) {
        this.terms = terms;
        this.scenario = scenario;
    }

    /** Lets somebody look at it after every order, to say how far it has come. */
    public Explorer watch(Consumer<Explorer> watcher) {
        this.watcher = watcher;
        return this;
    }

    /** How one order went. */
    private record Ran(@Nullable Flaw flaw, Schedule schedule, List<Line> story) {}

    // ---- Searching ----

    /** What goes wrong, if anything does in as many orders as its terms say. */
    public Optional<Finding> explore() {
        Search search = terms.strategy().search(terms.seed());
        boolean eager = terms.strategy() == Strategy.EXHAUSTIVE;
        while (schedules < terms.schedules()) {
            Optional<Scheduler> next = search.next();
            if (next.isEmpty()) {
                exhausted = true;
                break;
            }
            Ran ran = null;
            try {
                ran = run(next.get(), eager ? null : faults(), false);
                schedules++;
            } catch (Redundant _) {
                redundant++;
            }
            search.ended(ran != null && ran.flaw() != null);
            watcher.accept(this);
            if (ran != null && ran.flaw() != null) {
                return Optional.of(shrunk(ran.flaw(), ran.schedule(), schedules));
            }
        }
        return Optional.empty();
    }

    /**
     * One order again.
     *
     * @param schedule as {@link Finding#schedule} has it
     * @throws IllegalArgumentException when it is none
     */
    public Optional<Finding> again(String schedule) {
        Schedule asked = Schedule.parse(schedule);
        Ran ran = run(asked, true);
        return ran.flaw() == null
                ? Optional.empty()
                : Optional.of(new Finding(ran.flaw(), 0, asked.text(), ran.story(), 0));
    }

    private List<Mishap> faults() {
        if (schedules == 0 || terms.faults().isEmpty() || marks == 0) {
            return List.of(); // the first one is calm, and shows how long they are
        }
        var random = new SplitMix64(SplitMix64.mix(terms.seed()) + schedules);
        List<Mishap> faults = new ArrayList<>();
        for (int left = random.below(terms.faultsMax() + 1); left > 0; left--) {
            Fault fault = terms.faults().get(random.below(terms.faults().size()));
            faults.add(new Mishap(fault, 1 + random.below(marks)));
        }
        faults.sort(Comparator.comparingInt(Mishap::mark));
        return faults;
    }

    private Ran run(Schedule schedule, boolean told) {
        return run(schedule.recalled(), schedule.eager() ? null : schedule.faults(), told);
    }

    private Ran run(Scheduler scheduler, @Nullable List<Mishap> faults, boolean told) {
        var exploration = new Exploration(terms);
        scenario.accept(exploration);
        var tale = new Tale(told);
        var world = new ExploredWorld(exploration, scheduler, faults, tale);
        Flaw flaw = world.run();
        steps += world.steps();
        hash = SplitMix64.mix(hash + world.hash());
        world.happened().forEach(it -> met.merge(it.fault(), 1L, Long::sum));
        marks = Math.max(marks, world.marks());
        return new Ran(flaw, world.schedule(), tale.until(flaw));
    }

    // ---- Making it small ----

    private Finding shrunk(Flaw flaw, Schedule found, long order) {
        var shrinking = new Shrinking(found, new Trials(flaw));
        Schedule least = shrinking.least();
        Ran told = run(least, true);
        return new Finding(
                told.flaw() == null ? flaw : told.flaw(),
                order,
                least.text(),
                told.story(),
                shrinking.tries());
    }

    private final class Trials implements Shrinking.Trial {
        private final Flaw flaw;

        private Trials(Flaw flaw) {
            this.flaw = flaw;
        }

        @Override
        public @Nullable Schedule of(Schedule order) {
            return alike(run(order, false));
        }

        @Override
        public @Nullable Schedule of(List<Mishap> faults) {
            for (int other = 0; other < OTHER_ORDERS; other++) {
                Schedule found = alike(run(Scheduler.random(other), faults, false));
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        private @Nullable Schedule alike(Ran ran) {
            return ran.flaw() != null && ran.flaw().isLike(flaw) ? ran.schedule() : null;
        }
    }

    // ---- How it went ----

    /** How many orders were tried. */
    public long schedules() {
        return schedules;
    }

    /** How many orders were given up, since they only repeat others. */
    public long redundant() {
        return redundant;
    }

    /** How many steps there were, those of making it small included. */
    public long steps() {
        return steps;
    }

    /** Of all that was chosen and all that became durable so far: the same wherever it is tried. */
    public long hash() {
        return hash;
    }

    /** How often what went wrong; what never did is not in it. */
    public SortedMap<Fault, Long> met() {
        return new TreeMap<>(met);
    }

    /** Whether there is no other order. */
    public boolean isExhausted() {
        return exhausted;
    }

    /** What was covered, in words. */
    public String coverage() {
        return exhausted
                ? "all " + schedules + " distinct orders"
                : schedules + " orders, by " + terms.strategy();
    }
}
