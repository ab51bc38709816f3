package dev.reprise.flow;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.flow.unit.Strands;
import dev.reprise.history.Activation;
import dev.reprise.history.Job;
import dev.reprise.history.Machine;
import dev.reprise.history.RunInfo;
import dev.reprise.testing.MachineContract;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What every machine keeps, kept by that of workflow code. */
class FlowMachineContractTest extends MachineContract {
    static class Story implements Workflow<String, String> {
        private final List<String> heard = new ArrayList<>();

        @Override
        public String run(String input) {
            Flow.patched("newer");
            Flow.searchAttribute("order", input);
            String id = Flow.sideEffect("id", String.class, () -> "fixed");
            var both =
                    Flow.parallel(
                            () -> Flow.activity("pay", String.class).call(id),
                            () -> Flow.child("Ship", String.class).call(input));
            Flow.sleep(Duration.ofDays(1));
            Flow.await(() -> heard.size() > 1);
            Flow.publish("both", both.toString());
            Flow.external(new RunId("books")).signal("close", Flow.uuid().toString());
            return both + " " + heard;
        }

        @Signal
        void hear(String what) {
            heard.add(what + Flow.random().nextInt(10));
        }

        @Update
        String tell(String what) {
            heard.add(what);
            return Flow.activity("answer", String.class).call(what);
        }

        @Query
        String heard() {
            return heard.toString();
        }
    }

    @Override
    protected Machine machine() {
        return new FlowMachine(WorkflowType.of(Story.class), strands());
    }

    Strands strands() {
        return Strands.best();
    }

    @Override
    protected List<Activation> story() {
        return List.of(
                at(
                        0,
                        new Job.Start(
                                new RunId("story"),
                                "Story",
                                List.of(Payload.text("42")),
                                RunInfo.FIRST)),
                at(1, new Job.ActivityResolved(4, done("paid"))),
                at(
                        2,
                        new Job.Signal("hear", List.of(Payload.text("hello")), "", ""),
                        new Job.ChildStarted(5, new RunId("story/5"))),
                at(3, new Job.ChildResolved(5, done("shipped"))),
                at(4, new Job.Update("u", "tell", List.of(Payload.text("what")), true)),
                at(5, new Job.TimerFired(6)),
                at(6, new Job.ActivityResolved(8, done("that")), new Job.Seed(5)),
                at(7, new Job.ExternalResolved(9, done(""))));
    }

    private static Outcome done(String value) {
        return new Outcome.Completed(Payload.text(value));
    }

    private static Activation at(int second, Job... jobs) {
        return new Activation(
                Instant.ofEpochSecond(second), 7 + second, second, false, List.of(jobs));
    }

    @Override
    protected List<Job.Query> queries() {
        return List.of(
                new Job.Query("q1", "heard", List.of()), new Job.Query("q2", "both", List.of()));
    }
}
