package dev.reprise.sim.engine;

import dev.reprise.Payload;
import dev.reprise.engine.schedule.Duty;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.When;
import java.time.Instant;
import java.util.List;

/**
 * What a simulated schedule is, and what its clients ask of it.
 *
 * @param text the overlap, after how many steps a leg is over, and operations
 */
record ScheduleScript(String text) {
    /** The name of the schedule, of which there is one in a case. */
    static final String NAME = "r0";

    /** What each run is given. */
    static final String ORDER = "t0:0";

    /** What can be asked of it, but for its end. */
    static final List<String> OPERATIONS =
            List.of(
                    Schedules.PAUSE,
                    Schedules.RESUME,
                    Schedules.TRIGGER,
                    Schedules.BACKFILL,
                    Schedules.STOP_BACKFILL);

    /** From when on it is backfilled: before the world began. */
    static final Instant PAST = EngineWorld.BEGINNING.minusSeconds(5);

    /** Three times, soon after the world has begun, and two that are past. */
    static final When WHEN =
            When.parse("every 3s from " + PAST + " until " + EngineWorld.BEGINNING.plusSeconds(10));

    Overlap overlap() {
        return Overlap.valueOf(text.split(" ")[0]);
    }

    private int actsMax() {
        return Integer.parseInt(text.split(" ")[1]);
    }

    /** What it is asked for as the update of this number. */
    String operation(int number) {
        return text.split(" ")[number + 2];
    }

    /** What the update of this number says. */
    List<Payload> values(int number) {
        return switch (operation(number)) {
            case Schedules.PAUSE -> List.of(Payload.text("because"));
            case Schedules.TRIGGER -> List.of(Payload.text(""));
            case Schedules.STOP_BACKFILL -> List.of(Payload.text("0"));
            case Schedules.BACKFILL ->
                    List.of(
                            Payload.text(PAST.toString()),
                            Payload.text(EngineWorld.BEGINNING.toString()),
                            Payload.text(""));
            default -> List.of();
        };
    }

    /** Whether its end may come while other things happen: if so, all that it starts has begun. */
    boolean mayEndAnyTime() {
        return overlap() == Overlap.ALLOW_ALL && actsMax() % 2 == 0;
    }

    Payload created() {
        var schedule = Schedule.of(WHEN).overlap(overlap());
        var spec = new ScheduleSpec(schedule, Duty.of("Steps", Payload.text(ORDER)));
        return Schedules.created(NAME, spec, actsMax());
    }
}
