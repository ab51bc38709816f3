package dev.reprise.engine.schedule;

import dev.reprise.schedule.Fate;
import dev.reprise.schedule.Order;
import dev.reprise.schedule.Rota;
import dev.reprise.schedule.State;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A step of a rota as it is recorded: what it was decided to be, whatever the rules of time zones,
 * or ours, are when it is replayed.
 *
 * @param fates the last of them
 * @param refusal why there is no step, and all is as it was; empty when there is one
 */
record Taken(
        State state,
        List<Order> orders,
        List<Fate> fates,
        Optional<Instant> wakeUp,
        String refusal) {
    Taken {
        orders = List.copyOf(orders);
        fates = List.copyOf(fates);
    }

    static Taken of(Rota.Step step) {
        List<Fate> fates = step.fates();
        int from = Math.max(0, fates.size() - ScheduleDescription.RECENT_MAX);
        return new Taken(
                step.rota().state(),
                step.orders(),
                fates.subList(from, fates.size()),
                step.wakeUp(),
                "");
    }

    /** That there is no step, and why. */
    static Taken refused(Rota rota, Optional<Instant> wakeUp, RuntimeException why) {
        String said = String.valueOf(why.getMessage());
        return new Taken(rota.state(), List.of(), List.of(), wakeUp, said);
    }
}
