package dev.reprise.sim;

import dev.reprise.form.JsonSink;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Operand;
import java.io.IOException;
import java.io.OutputStream;

/** Writes an artifact in the words of its version. */
final class ArtifactWriter {
    private final Artifact artifact;
    private final boolean current;

    ArtifactWriter(Artifact artifact) {
        this.artifact = artifact;
        current = artifact.version() == Artifact.CURRENT;
    }

    void write(OutputStream out) throws IOException {
        JsonSink.write(out, json -> json.object(() -> fields(json)).line());
    }

    private void fields(JsonSink json) {
        json.name("schema_version").number(artifact.version());
        if (current) {
            json.name("build").text(artifact.build());
        }
        json.name("seed").unsigned(artifact.seed());
        json.name("case").object(() -> plan(json, artifact.plan()));
        json.name(current ? "choices" : "driver_choices")
                .array(() -> artifact.choices().forEach(choice -> choice(json, choice)));
        json.name("expected_trace_hash").unsigned(artifact.traceHash());
        var flaw = artifact.flaw();
        if (flaw != null) {
            json.name("failure")
                    .object(
                            () -> {
                                json.name("kind").text(flaw.kind());
                                json.name("step").number(flaw.step());
                                json.name("message").text(flaw.message());
                            });
        }
    }

    private void choice(JsonSink json, int choice) {
        if (current) {
            json.number(choice);
        } else {
            json.object(() -> json.name("idx").number(choice));
        }
    }

    private void plan(JsonSink json, Case plan) {
        var shape = plan.shape();
        if (shape != null) {
            json.name("exec_cfg")
                    .object(
                            () -> {
                                json.name("workers").number(shape.workers());
                                json.name("steal_tries").number(shape.stealTries());
                                json.name("seed").unsigned(shape.seed());
                                json.name("wake_on_hoard_threshold").number(shape.hoard());
                                if (current) {
                                    json.name("poll_every").number(shape.pollEvery());
                                    json.name("striped").bool(shape.striped());
                                    json.name("wake_idle").bool(shape.wakeIdle());
                                    json.name("panic_stops").bool(shape.panicStops());
                                    json.name("batch").number(shape.batch());
                                }
                            });
        }
        if (current) {
            rules(json, plan);
        }
        json.name("resources")
                .array(
                        () ->
                                plan.resources()
                                        .forEach(
                                                it ->
                                                        json.object(
                                                                () -> {
                                                                    json.name("id").number(it.id());
                                                                    json.name("total")
                                                                            .number(it.total());
                                                                })));
        if (current) {
            json.name("cells").array(() -> plan.cells().forEach(json::number));
            json.name("locks").number(plan.locks());
            json.name("conditions").number(plan.conditions());
        }
        json.name("programs");
        json.inLines()
                .array(
                        () ->
                                plan.programs()
                                        .forEach(
                                                it ->
                                                        json.object(
                                                                () -> {
                                                                    json.name("name")
                                                                            .text(it.name());
                                                                    json.name("code")
                                                                            .array(
                                                                                    () ->
                                                                                            it.code()
                                                                                                    .forEach(
                                                                                                            one ->
                                                                                                                    instruction(
                                                                                                                            json,
                                                                                                                            one)));
                                                                })));
        json.name("tasks").array(() -> plan.tasks().forEach(task -> task(json, task)));
        json.name("initial_runnable").array(() -> plan.runnable().forEach(json::number));
        json.name("external_events")
                .array(() -> plan.events().forEach(event -> event(json, event)));
        json.name("max_steps").number(plan.stepsMax());
    }

    private static void rules(JsonSink json, Case plan) {
        var rules = plan.rules();
        json.name("rules")
                .object(
                        () -> {
                            json.name("goes_on").bool(rules.goesOn());
                            json.name("waits_in_flight").bool(rules.waitsInFlight());
                            json.name("survives_gate").bool(rules.survivesGate());
                            json.name("returns_permits").bool(rules.returnsPermits());
                            json.name("latches_io").bool(rules.latchesIo());
                            json.name("zero_wakes").bool(rules.zeroWakes());
                            json.name("zero_first").bool(rules.zeroFirst());
                        });
    }

    private static void task(JsonSink json, Case.Task task) {
        json.object(
                () -> {
                    json.name("tid").number(task.id());
                    json.name("program").number(task.program());
                    json.name("pc").number(task.pc());
                });
    }

    private static void event(JsonSink json, Event.Scheduled scheduled) {
        json.object(
                () -> {
                    json.name("at_step").number(scheduled.at());
                    json.name("event");
                    switch (scheduled.event()) {
                        case Event.IoComplete(long token) ->
                                tagged(json, "IoComplete", () -> json.name("token").number(token));
                        case Event.CloseGate _ -> json.text("CloseGateJoin");
                    }
                });
    }

    private static void tagged(JsonSink json, String tag, Runnable fields) {
        json.object(() -> json.name(tag).object(fields));
    }

    private static void instruction(JsonSink json, Instruction instruction) {
        String tag = instruction.getClass().getSimpleName();
        switch (instruction) {
            case Instruction.Complete _, Instruction.Panic _ -> json.text(tag);
            default -> tagged(json, tag, () -> operands(json, instruction));
        }
    }

    private static void operands(JsonSink json, Instruction instruction) {
        switch (instruction) {
            case Instruction.Yield(var placement) ->
                    json.name("placement").text(placement.toString());
            case Instruction.Spawn(int program, var placement) -> {
                json.name("program").number(program);
                json.name("placement").text(placement.toString());
            }
            case Instruction.Sleep(long ticks) -> json.name("ticks").number(ticks);
            case Instruction.WaitIo(long token) -> json.name("token").number(token);
            case Instruction.TryAcquire(int resource, int units, int ok, int fail) -> {
                json.name("res").number(resource);
                json.name("units").number(units);
                json.name("ok").number(ok);
                json.name("fail").number(fail);
            }
            case Instruction.Release(int resource, int units) -> {
                json.name("res").number(resource);
                json.name("units").number(units);
            }
            case Instruction.Jump(int target) -> json.name("target").number(target);
            case Instruction.Load(int cell, int register) -> {
                json.name("cell").number(cell);
                json.name("register").number(register);
            }
            case Instruction.Store(int cell, var value) -> {
                json.name("cell").number(cell);
                operand(json, value);
            }
            case Instruction.Lock(int lock) -> json.name("lock").number(lock);
            case Instruction.Unlock(int lock) -> json.name("lock").number(lock);
            case Instruction.Await(int condition, int lock) -> {
                json.name("condition").number(condition);
                json.name("lock").number(lock);
            }
            case Instruction.Notify(int condition, boolean all) -> {
                json.name("condition").number(condition);
                json.name("all").bool(all);
            }
            case Instruction.Join(int task) -> json.name("task").number(task);
            case Instruction.Add(int register, var value) -> {
                json.name("register").number(register);
                operand(json, value);
            }
            case Instruction.Branch(int register, var comparison, var value, int target) -> {
                json.name("register").number(register);
                json.name("comparison").text(comparison.name());
                operand(json, value);
                json.name("target").number(target);
            }
            case Instruction.Assert(int register, var comparison, var value) -> {
                json.name("register").number(register);
                json.name("comparison").text(comparison.name());
                operand(json, value);
            }
            case Instruction.Complete _, Instruction.Panic _ -> {}
        }
    }

    /** A number, or the name of a register. */
    private static void operand(JsonSink json, Operand value) {
        json.name("value");
        if (value.register()) {
            json.text("r" + value.value());
        } else {
            json.number(value.value());
        }
    }
}
