package dev.reprise.bench;

import dev.reprise.choice.Action;
import dev.reprise.choice.EnabledSet;
import dev.reprise.choice.Kind;
import dev.reprise.choice.Scheduler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * An owner whose set changes with every choice: the chosen action leaves, and the one chosen before
 * comes back. It allocates nothing.
 */
final class Turnover {
    static final Kind KIND = new Kind(1, "token");

    private final EnabledSet enabled = new EnabledSet();
    private Action away;

    /** An owner of {@code size} enabled actions, and one more that is away at first. */
    Turnover(int size) {
        var actions = shuffled(size + 1);
        actions.subList(1, actions.size()).forEach(enabled::add);
        away = actions.getFirst();
    }

    /** So many actions, in the order in which they happen to arrive. */
    static List<Action> shuffled(int count) {
        var actions = new ArrayList<Action>();
        for (int number = 0; number < count; number++) {
            actions.add(Action.of(KIND.key(number)));
        }
        Collections.shuffle(actions, new Random(count));
        return actions;
    }

    /** One choice and the change that it brings. */
    Action step(Scheduler scheduler) {
        var chosen = scheduler.choose(enabled);
        enabled.remove(chosen.key());
        enabled.add(away);
        away = chosen;
        return chosen;
    }

    int size() {
        return enabled.size();
    }
}
