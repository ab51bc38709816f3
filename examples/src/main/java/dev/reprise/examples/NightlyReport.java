package dev.reprise.examples;

import dev.reprise.engine.Engine;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.When;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A report is made every night at half past two, on the clock of Berlin.
 *
 * <p>A schedule starts a run at each of its times, under an id that names the time: {@code
 * nightly/2026-01-02T01:30:00Z}. It is durable, and a run of the engine's own, so nothing polls and
 * nothing is lost with the process. What happens on the nights that are not like the others is said
 * once: when clocks are changed, each night has one report; when the night before has not ended,
 * the next waits for it; when the process was away, a report that is late by six hours at most is
 * made up for, and older ones are left out.
 *
 * <p>What to look at:
 *
 * <ul>
 *   <li>{@link #SCHEDULE} is a value with a text for its times; {@code reprise schedule} does the
 *       same from a terminal (docs/schedules.md).
 *   <li>The workflow does not know that it is scheduled: it can be started by hand, too.
 *   <li>To create a schedule that is there is refused: programs that create theirs at each start
 *       look first.
 * </ul>
 *
 * <pre>
 * java -cp app/target/reprise.jar examples/src/main/java/dev/reprise/examples/NightlyReport.java
 * </pre>
 */
final class NightlyReport implements Workflow<String, String> {
    interface Office {
        int sales(String region);

        void print(String report);
    }

    static final String NAME = "nightly";

    static final Schedule SCHEDULE =
            Schedule.of(When.parse("cron \"30 2 * * *\" in Europe/Berlin"))
                    .overlap(Overlap.BUFFER_ONE)
                    .catchUp(Duration.ofHours(6));

    @Override
    public String run(String region) {
        var office = Flow.activity(Office.class);
        String report = office.sales(region) + " sold in the " + region;
        office.print(report);
        return report;
    }

    /** An office that prints each report once. */
    static final class Desk implements Office {
        private final Map<String, String> printed = new LinkedHashMap<>();

        @Override
        public int sales(String region) {
            return 42;
        }

        @Override
        public synchronized void print(String report) {
            printed.put(ActivityContext.current().idempotencyKey(), report);
        }

        synchronized List<String> printed() {
            return List.copyOf(printed.values());
        }
    }

    /** Says when the next reports are, and makes one now. */
    public static void main(String[] args) throws InterruptedException {
        try (var engine = Engine.inMemory()) {
            var desk = new Desk();
            engine.register(NightlyReport.class).activities(desk);
            var duty = engine.client().duty(NightlyReport.class, "north");
            var nightly = engine.client().schedule(NAME).create(new ScheduleSpec(SCHEDULE, duty));
            nightly.describe().next().forEach(System.out::println);
            nightly.trigger();
            while (desk.printed().isEmpty()) {
                Thread.sleep(10);
            }
            System.out.println("now: " + desk.printed());
        }
    }
}
