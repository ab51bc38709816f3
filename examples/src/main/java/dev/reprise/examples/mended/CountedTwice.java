package dev.reprise.examples.mended;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A large payment needs two people who approve it.
 *
 * <p>{@code Before} counts approvals. The page is slow, one person clicks twice, and has approved
 * for two.
 *
 * <p>{@code After} keeps who has approved: the same person twice is one person.
 */
final class CountedTwice {
    private static final int PEOPLE = 2;

    private CountedTwice() {}

    interface Payments {
        void pay(String what, Collection<String> approvers);
    }

    /** Counts clicks. */
    static final class Before implements Workflow<String, String> {
        private final List<String> approvals = new ArrayList<>();

        @Override
        public String run(String what) {
            Flow.await(() -> approvals.size() >= PEOPLE);
            Flow.activity(Payments.class).pay(what, approvals);
            return "paid";
        }

        @Signal
        void approve(String who) {
            approvals.add(who);
        }
    }

    /** Counts people. */
    static final class After implements Workflow<String, String> {
        private final Set<String> approvers = new LinkedHashSet<>();

        @Override
        public String run(String what) {
            Flow.await(() -> approvers.size() >= PEOPLE);
            Flow.activity(Payments.class).pay(what, approvers);
            return "paid";
        }

        @Signal
        void approve(String who) {
            approvers.add(who);
        }
    }
}
