package dev.reprise.examples.mended;

import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.guard.Allowed;
import dev.reprise.flow.guard.Rule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Everybody who is invited gets a letter.
 *
 * <p>{@code Before} keeps the guests in a hash set, and they have no hash of their own: theirs
 * follows from where they lie in memory. When the process dies, or the run leaves memory, its code
 * is run again with other objects, asks for the letters in another order than the one that is
 * recorded, and is stuck. {@code WorkflowType} refuses such code when it is registered; here it was
 * told not to.
 *
 * <p>{@code After} goes through them in the order in which they were invited.
 */
final class HashOrder {
    private HashOrder() {}

    interface Post {
        void send(String guest);
    }

    /** Goes through guests in the order of their addresses in memory. */
    @Allowed(
            value = {Rule.UNORDERED, Rule.IDENTITY},
            reason = "this is what is to be found")
    static final class Before implements Workflow<List<String>, Integer> {
        /** Somebody, who equals nobody else. */
        private static final class Guest {
            private final String name;

            private Guest(String name) {
                this.name = name;
            }
        }

        @Override
        public Integer run(List<String> names) {
            Set<Guest> guests = new HashSet<>();
            for (String name : names) {
                guests.add(new Guest(name));
            }
            return invited(guests.stream().map(it -> it.name).toList());
        }
    }

    /** Goes through guests in the order of the list. */
    static final class After implements Workflow<List<String>, Integer> {
        @Override
        public Integer run(List<String> names) {
            return invited(names);
        }
    }

    private static int invited(List<String> guests) {
        List<Body<String>> letters = new ArrayList<>();
        for (String guest : guests) {
            letters.add(
                    () -> {
                        Flow.activity(Post.class).send(guest);
                        return guest;
                    });
        }
        return Flow.parallel(letters).size();
    }
}
