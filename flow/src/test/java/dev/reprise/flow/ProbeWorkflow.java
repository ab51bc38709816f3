package dev.reprise.flow;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.flow.guard.Strictness;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.Cancellation;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.RetryOptions;
import dev.reprise.history.RunOptions;
import dev.reprise.history.SearchAttribute;
import java.time.Duration;
import java.util.List;

/** Uses every primitive once. What it says in doing so comes from a {@link Probe}. */
final class ProbeWorkflow implements Workflow<String, String> {
    private final Probe probe;

    private ProbeWorkflow(Probe probe) {
        this.probe = probe;
    }

    static WorkflowType<String, String> type(Probe probe) {
        return WorkflowType.of(ProbeWorkflow.class, () -> new ProbeWorkflow(probe), Strictness.OFF);
    }

    /** A run that was played to its end; whatever it asked for, it got. */
    static Rehearsal played(Probe probe) {
        var run = Rehearsal.of(type(probe));
        run.start("42").update("u-1", "adjust", "5");
        for (var pending = run.pending(); !pending.isEmpty(); pending = run.pending()) {
            var call = pending.getFirst();
            boolean last = pending.size() == 1 && probe.end() == Probe.End.CANCELLED;
            if (last && call.what().equals("timer") && run.published().containsKey("last")) {
                run.cancel("enough");
                break;
            } else if (call.what().equals("timer")) {
                run.fire(call.seq());
            } else {
                run.resolve(call.seq(), "v" + call.seq());
            }
        }
        return run;
    }

    @Update
    String adjust(String by) {
        if (probe.does("update.fails")) {
            throw ApplicationFailed.of("Unadjustable", by);
        }
        return probe.say("update.result", "adjusted by " + by);
    }

    @Override
    public String run(String input) {
        activities();
        order();
        waiting();
        effects();
        children();
        others();
        units();
        cancelling();
        return end();
    }

    private ActivityOptions options(String of, boolean local) {
        return new ActivityOptions(
                probe.say(of + "taskQueue", local ? "" : "payments"),
                new ActivityOptions.Timeouts(
                        probe.say(of + "scheduleToClose", Duration.ofSeconds(60)),
                        probe.say(of + "scheduleToStart", Duration.ofSeconds(local ? 0 : 10)),
                        probe.say(of + "startToClose", Duration.ofSeconds(20)),
                        probe.say(of + "heartbeat", Duration.ofSeconds(local ? 0 : 5))),
                retry(of),
                probe.say(of + "cancellation", Cancellation.TRY),
                probe.say(of + "priority", 3),
                probe.say(of + "fairnessKey", local ? "" : "acme"));
    }

    private RetryOptions retry(String of) {
        return new RetryOptions(
                probe.say(of + "attemptsMax", 5),
                probe.say(of + "delay", Duration.ofSeconds(1)),
                probe.say(of + "backoff", 2.0),
                probe.say(of + "delayMax", Duration.ofSeconds(30)),
                List.of(probe.say(of + "fatalTypes", "Refused")));
    }

    private void activities() {
        var activity =
                Flow.activity(probe.say("activity.type", "charge"), String.class)
                        .options(options("activity.", probe.does("activity.local")))
                        .id(probe.say("activity.id", "charge-1"));
        var called = probe.does("activity.local") ? activity.local() : activity;
        if (probe.does("activity.moved")) {
            Flow.async(() -> called.call("42")).get();
        } else if (probe.does("activity.more input")) {
            called.call("42", "43");
        } else {
            called.call(probe.say("activity.input", "42"));
        }
        Flow.activity(probe.say("local.type", "format"), String.class)
                .local()
                .options(options("local.", true))
                .id(probe.say("local.id", "format-1"))
                .call(probe.say("local.input", "x"));
    }

    private void order() {
        var first = Flow.activity(probe.does("swapped") ? "second" : "first", String.class);
        var second = Flow.activity(probe.does("swapped") ? "first" : "second", String.class);
        var one = first.start();
        if (probe.does("one more")) {
            Flow.activity("third", String.class).start();
        }
        if (!probe.does("one missing")) {
            second.start().get();
        }
        one.get();
    }

    private void waiting() {
        Flow.sleep(probe.say("sleep", Duration.ofSeconds(30)));
        Flow.await(probe.say("await", Duration.ofSeconds(31)), () -> false);
        Flow.signal("never", String.class, probe.say("signal", Duration.ofSeconds(32)));
        var phase = Flow.phase(0).timeout(probe.say("phase", Duration.ofSeconds(33)));
        phase.onSignal("never", String.class, (it, _) -> it.update(n -> n + 1));
        phase.until(n -> n > 0);
        try {
            Flow.<String>promise().get(probe.say("get", Duration.ofSeconds(34)));
        } catch (TimedOut e) {
            // As recorded.
        }
        try {
            Flow.withTimeout(
                    probe.say("withTimeout", Duration.ofSeconds(35)),
                    () -> Flow.signal("never", String.class));
        } catch (TimedOut e) {
            // As recorded.
        }
    }

    private void effects() {
        String effect =
                Flow.sideEffect(probe.say("effect.type", "clock"), String.class, () -> "12:00");
        Flow.searchAttribute(
                probe.say("attribute.name", "region"), probe.say("attribute.value", effect));
        if (Flow.patched(probe.say("patch.id", "new-fees"))) {
            Flow.activity("fees", String.class).call(effect);
        }
        if (probe.does("patch.turned")) {
            Flow.deprecatePatch("newer-fees");
            Flow.patched("old-fees");
        } else {
            Flow.patched("newer-fees");
            Flow.deprecatePatch("old-fees");
        }
        Flow.sleep(Duration.ofSeconds(1));
    }

    private RunOptions runOptions(String of) {
        return new RunOptions(
                probe.say(of + "taskQueue", "runs"),
                new RunOptions.Timeouts(
                        probe.say(of + "execution", Duration.ofHours(2)),
                        probe.say(of + "run", Duration.ofHours(1))),
                retry(of),
                List.of(
                        new SearchAttribute(
                                probe.say(of + "attribute.name", "region"),
                                Payload.text(probe.say(of + "attribute.value", "north")))),
                probe.say(of + "priority", 1));
    }

    private void children() {
        var options =
                new ChildOptions(
                        runOptions("child.run."),
                        probe.say("child.parentClose", ChildOptions.ParentClose.CANCEL),
                        probe.say("child.idReuse", ChildOptions.IdReuse.REFUSE),
                        probe.say("child.cancellation", Cancellation.TRY));
        var child =
                Flow.child(probe.say("child.type", "Ship"), String.class)
                        .options(options)
                        .id(new RunId(probe.say("child.id", "ship-1")))
                        .start(probe.say("child.input", "box"));
        child.cancel(probe.say("child.reason", "sold out"));
        child.result().get();
    }

    private void others() {
        Flow.external(new RunId(probe.say("signal.target", "stock-1")))
                .signal(probe.say("signal.name", "reserve"), probe.say("signal.input", "7"));
        Flow.external(new RunId(probe.say("cancel.target", "stock-2")))
                .cancel(probe.say("cancel.reason", "sold out"));
    }

    private void units() {
        Body<String> left = () -> Flow.activity("left", String.class).call();
        Body<String> right = () -> Flow.activity("right", String.class).call();
        if (probe.does("branches.swapped")) {
            Flow.parallel(right, left);
        } else if (probe.does("branches.one more")) {
            Flow.parallel(left, right, () -> Flow.activity("third", String.class).call());
        } else if (probe.does("branches.one missing")) {
            Flow.parallel(left);
        } else if (probe.does("branches.async")) {
            Promise.allOf(List.of(Flow.async(left), Flow.async(right))).get();
        } else {
            Flow.parallel(left, right);
        }
    }

    private void cancelling() {
        var scope = Flow.scope();
        scope.run(() -> Flow.activity("slow", String.class).start());
        var unneeded = scope.run(() -> Flow.activity("slower", String.class).start());
        if (probe.does("scope.unused")) {
            Flow.yield();
        } else {
            scope.cancel("enough");
        }
        if (!probe.does("scope.unused") && unneeded.isFailed()) {
            Flow.sleep(Duration.ofSeconds(2));
        }
    }

    private String end() {
        return switch (probe.end()) {
            case RESULT -> probe.say("result", "done");
            case FAILURE -> {
                String type = probe.say("failure.type", "SoldOut");
                String message = probe.say("failure.message", "none left");
                throw probe.does("failure.fatal")
                        ? ApplicationFailed.fatal(type, message)
                        : ApplicationFailed.of(type, message);
            }
            case CONTINUED ->
                    Flow.<String>continueAsNew(
                            probe.say("continue.type", "ProbeAgain"),
                            runOptions("continue."),
                            probe.say("continue.input", "next"));
            case CANCELLED -> {
                Flow.publish("last", "wait");
                Flow.sleep(Duration.ofSeconds(99));
                yield "never";
            }
        };
    }
}
