package dev.reprise.sim;

import dev.reprise.engine.exec.Source;
import dev.reprise.sim.PictureColumn.Arrow;
import dev.reprise.sim.PictureColumn.Box;
import dev.reprise.sim.PictureColumn.Rest;
import dev.reprise.sim.PictureColumn.Rests;
import dev.reprise.sim.task.Event;
import dev.reprise.sim.task.Instruction;
import dev.reprise.sim.task.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Makes the columns of a {@link Picture} of the steps of a run. */
final class PictureColumns {
    private final Simulation run;
    private final Trace trace;
    private final Tasks tasks;
    private final SummaryWords words;
    private final boolean[] parked;
    private final List<PictureColumn> columns = new ArrayList<>();
    private List<Tasks.State> before = List.of();
    private int seen;

    private PictureColumns(Simulation run) {
        this.run = run;
        trace = run.world().trace;
        tasks = run.world().tasks;
        words = new SummaryWords(run.plan(), tasks);
        var shape = run.plan().shape();
        parked = new boolean[shape == null ? 0 : shape.workers()];
    }

    /** The columns of the last steps, and one for the end, if that is where it went wrong. */
    static List<PictureColumn> last(Simulation run, int most) {
        var steps = SummarySteps.last(run, most + 1);
        var made = new PictureColumns(run);
        for (var step : steps) {
            if (step.number() < 0 || step.number() < run.steps() - most) {
                made.before = step.states();
                made.park(step.to());
            } else {
                made.add(step);
            }
        }
        made.addEnd();
        return made.columns;
    }

    private void add(SummarySteps.Step step) {
        var boxes = new ArrayList<Box>();
        var arrows = new ArrayList<Arrow>();
        var actor = actor(step);
        for (int at = step.from(); at < step.to(); at++) {
            switch (trace.type(at)) {
                case STEP -> deed(at, step, boxes);
                case POPPED -> popped(at, boxes, arrows);
                case HAPPENED -> boxes.add(happened(at));
                case RAN -> ran(at, step, boxes, actor, arrows);
                case UNPARKED -> {
                    var woken = PictureLane.worker(trace.worker(at));
                    arrows.add(
                            new Arrow(actor, woken, "wakes", "wakes worker " + trace.worker(at)));
                }
                case UNBLOCKED -> {
                    var task = PictureLane.task(trace.task(at));
                    arrows.add(
                            new Arrow(
                                    source(step, actor),
                                    task,
                                    "unblocks",
                                    words.task(trace.task(at)) + " no longer waits"));
                }
                case PARKED ->
                        boxes.add(
                                new Box(
                                        PictureLane.worker(trace.worker(at)),
                                        "parks",
                                        "parks",
                                        "worker " + trace.worker(at) + " parks"));
                default -> {}
            }
        }
        var flaw = run.flaw();
        var rests = rests(step);
        columns.add(
                new PictureColumn(
                        "" + step.number(),
                        step.choice() != 0,
                        flaw != null && flaw.step() == step.number(),
                        boxes,
                        arrows,
                        rests));
        before = step.states();
    }

    /** In the column after the last step stand those who cannot go on. */
    private void addEnd() {
        var flaw = run.flaw();
        if (flaw == null || flaw.step() < run.steps()) {
            return;
        }
        var boxes = new ArrayList<Box>();
        var rests = new TreeMap<PictureLane, Rests>();
        for (int task = 0; task < tasks.count(); task++) {
            if (tasks.state(task) != Tasks.State.COMPLETED) {
                var lane = PictureLane.task(task);
                var next = words.brief(tasks.next(task), "");
                boxes.add(new Box(lane, next, "stuck", words.task(task) + " " + words.state(task)));
                var rest = task < before.size() ? rest(before.get(task)) : Rest.NONE;
                rests.put(lane, new Rests(rest, Rest.NONE));
            }
        }
        for (int id = 0; id < parked.length; id++) {
            var rest = parked[id] ? Rest.PARKED : Rest.READY;
            rests.put(PictureLane.worker(id), new Rests(rest, rest));
        }
        columns.add(new PictureColumn("end", false, true, boxes, List.of(), rests));
    }

    /** Whose step it is. */
    private PictureLane actor(SummarySteps.Step step) {
        int at = step.from();
        return switch (trace.deed(at)) {
            case STEP_WORKER, PARK_WORKER -> PictureLane.worker((int) trace.argument(at));
            case STEP_TASK -> PictureLane.task((int) trace.argument(at));
            case DELIVER, ADVANCE -> PictureLane.OUTSIDE;
        };
    }

    /** Who lets a task go on: the task that ran, or the outside. */
    private PictureLane source(SummarySteps.Step step, PictureLane actor) {
        for (int at = step.from(); at < step.to(); at++) {
            if (trace.type(at) == Trace.Type.RAN) {
                return PictureLane.task(trace.task(at));
            }
        }
        return actor;
    }

    private void deed(int at, SummarySteps.Step step, List<Box> boxes) {
        switch (trace.deed(at)) {
            case ADVANCE -> {
                long now = trace.argument(at);
                boxes.add(
                        new Box(
                                PictureLane.OUTSIDE,
                                "time " + now,
                                "outside",
                                "time passes: it is " + now + " now"));
            }
            case STEP_WORKER -> {
                if (!has(step, Trace.Type.POPPED) && !has(step, Trace.Type.PARKED)) {
                    int worker = (int) trace.argument(at);
                    boxes.add(
                            new Box(
                                    PictureLane.worker(worker),
                                    "–",
                                    "parks",
                                    "worker " + worker + " finds nothing to run"));
                }
            }
            case PARK_WORKER, DELIVER, STEP_TASK -> {}
        }
    }

    private boolean has(SummarySteps.Step step, Trace.Type type) {
        for (int at = step.from(); at < step.to(); at++) {
            if (trace.type(at) == type) {
                return true;
            }
        }
        return false;
    }

    private void popped(int at, List<Box> boxes, List<Arrow> arrows) {
        var worker = PictureLane.worker(trace.worker(at));
        var task = words.task(trace.task(at));
        var style =
                switch (trace.source(at)) {
                    case LOCAL -> "local";
                    case INJECTOR -> "shared";
                    case STEAL -> "stolen";
                };
        boxes.add(
                new Box(
                        worker,
                        task,
                        style,
                        "worker " + trace.worker(at) + " runs " + task + ", " + style));
        arrows.add(new Arrow(worker, PictureLane.task(trace.task(at)), "runs", "runs " + task));
        if (trace.source(at) == Source.STEAL) {
            arrows.add(
                    new Arrow(
                            PictureLane.worker(trace.victim(at)),
                            worker,
                            "steals",
                            "worker "
                                    + trace.worker(at)
                                    + " steals "
                                    + task
                                    + " from worker "
                                    + trace.victim(at)));
        }
    }

    private Box happened(int at) {
        int event = (int) trace.argument(at);
        var what = run.plan().events().get(event).event();
        return new Box(
                PictureLane.OUTSIDE,
                switch (what) {
                    case Event.IoComplete(long token) -> "io " + token;
                    case Event.CloseGate _ -> "close";
                },
                "outside",
                "event " + event + ": " + SummaryWords.event(what));
    }

    private void ran(
            int at,
            SummarySteps.Step step,
            List<Box> boxes,
            PictureLane actor,
            List<Arrow> arrows) {
        var lane = PictureLane.task(trace.task(at));
        var instruction = run.plan().programs().get(trace.program(at)).at(trace.pc(at));
        var said =
                words.task(trace.task(at))
                        + ", "
                        + words.program(trace.program(at))
                        + " "
                        + trace.pc(at)
                        + ": "
                        + words.instruction(instruction);
        var earlier = boxes.stream().filter(it -> it.lane().equals(lane)).findFirst();
        if (earlier.isPresent()) {
            // To end takes no step of its own where tasks are alone: the box says both.
            var box = earlier.get();
            boxes.set(
                    boxes.indexOf(box),
                    new Box(lane, box.text(), box.style(), box.words() + "; then " + said));
        } else {
            var note = step.note().isEmpty() ? "" : " (" + step.note() + ")";
            boxes.add(
                    new Box(
                            lane,
                            words.brief(instruction, step.note()),
                            style(instruction),
                            said + note));
        }
        if (instruction instanceof Instruction.Spawn && actor.kind() != PictureLane.Kind.OUTSIDE) {
            for (int born = before.size(); born < step.states().size(); born++) {
                arrows.add(
                        new Arrow(
                                lane,
                                PictureLane.task(born),
                                "spawns",
                                "spawns " + words.task(born)));
            }
        }
    }

    private static String style(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Load _ -> "reads";
            case Instruction.Store _ -> "writes";
            case Instruction.Lock _,
                    Instruction.Unlock _,
                    Instruction.Await _,
                    Instruction.Notify _ ->
                    "locks";
            case Instruction.Sleep _, Instruction.WaitIo _, Instruction.Join _ -> "waits";
            case Instruction.TryAcquire _, Instruction.Release _ -> "permits";
            case Instruction.Spawn _ -> "spawn";
            case Instruction.Panic _ -> "stuck";
            case Instruction.Complete _ -> "ends";
            case Instruction.Yield _,
                    Instruction.Jump _,
                    Instruction.Add _,
                    Instruction.Branch _,
                    Instruction.Assert _ ->
                    "goes";
        };
    }

    private TreeMap<PictureLane, Rests> rests(SummarySteps.Step step) {
        var rests = new TreeMap<PictureLane, Rests>();
        for (int task = 0; task < step.states().size(); task++) {
            rests.put(
                    PictureLane.task(task),
                    new Rests(
                            task < before.size() ? rest(before.get(task)) : Rest.NONE,
                            rest(step.states().get(task))));
        }
        var was = parked.clone();
        park(step.to());
        for (int id = 0; id < parked.length; id++) {
            rests.put(
                    PictureLane.worker(id),
                    new Rests(
                            was[id] ? Rest.PARKED : Rest.READY,
                            parked[id] ? Rest.PARKED : Rest.READY));
        }
        return rests;
    }

    private static Rest rest(Tasks.State state) {
        return switch (state) {
            case READY -> Rest.READY;
            case SLEEPING, WAITING, LOCKING, AWAITING, JOINING -> Rest.WAITS;
            case COMPLETED -> Rest.NONE;
        };
    }

    /** Follows who is parked up to here. */
    private void park(int to) {
        for (; seen < to; seen++) {
            switch (trace.type(seen)) {
                case PARKED -> parked[trace.worker(seen)] = true;
                case UNPARKED, POPPED -> parked[trace.worker(seen)] = false;
                default -> {}
            }
        }
    }
}
