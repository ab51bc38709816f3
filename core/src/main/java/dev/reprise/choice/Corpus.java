package dev.reprise.choice;

import dev.reprise.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The schedules that are worth varying, each as often as it is rare: a schedule is varied twice as
 * often each time its turn comes, divided by how many executions looked like its own, and is passed
 * over as long as those are more than the average (the schedule of Böhme, Pham, Roychoudhury:
 * Coverage-based Greybox Fuzzing as Markov Chain, 2016).
 */
final class Corpus {
    /** How many schedules are kept; a new one then takes the place of the oldest but the first. */
    static final int SCHEDULES_MAX = 1 << 10;

    /** How many looks of executions are counted; further ones count as seen once. */
    static final int LOOKS_MAX = 1 << 16;

    private static final int ENERGY_MAX = 64;
    private static final int ROUNDS_MAX = 16;

    private final List<Member> members = new ArrayList<>();
    private final LongIndex looks = new LongIndex(LOOKS_MAX);
    private int[] hits = new int[16];
    private long executions;

    private int oldest = 1;
    private int turn;
    private int energy;

    /** A schedule and what its execution looked like. */
    private static final class Member {
        final List<Constraint> schedule;
        final long look;
        int rounds;

        Member(List<Constraint> schedule, long look) {
            this.schedule = schedule;
            this.look = look;
        }
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    /** Counts an execution that looked so. */
    void count(long look) {
        executions++;
        int number = looks.findOrAdd(look);
        if (number < 0) {
            return;
        }
        if (number >= hits.length) {
            hits = Arrays.copyOf(hits, 2 * hits.length);
        }
        hits[number]++;
    }

    /** Keeps a schedule whose execution looked so. */
    void add(List<Constraint> schedule, long look) {
        var member = new Member(List.copyOf(schedule), look);
        if (members.size() < SCHEDULES_MAX) {
            members.add(member);
        } else {
            members.set(oldest, member);
            oldest = oldest + 1 < SCHEDULES_MAX ? oldest + 1 : 1;
        }
    }

    /** The schedule to vary next. */
    List<Constraint> next() {
        Check.state(!members.isEmpty(), "there is no schedule to vary");
        if (energy == 0) {
            recharge();
        }
        energy--;
        return members.get(turn).schedule;
    }

    private void recharge() {
        long average = executions / Math.max(1, looks.size());
        for (int tries = 0; tries < members.size(); tries++) {
            turn = (turn + 1) % members.size();
            var member = members.get(turn);
            int number = looks.find(member.look);
            int seen = number < 0 ? 1 : hits[number];
            if (seen <= average + 1) {
                member.rounds = Math.min(ROUNDS_MAX, member.rounds + 1);
                energy = Math.clamp((1L << member.rounds) / seen, 1, ENERGY_MAX);
                return;
            }
        }
        energy = 1;
    }
}
