package dev.reprise.sim;

import dev.reprise.engine.exec.Shape;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Rules;
import dev.reprise.sim.task.Tasks;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.StringJoiner;

/**
 * A run as a text that suffices without running it again: what went wrong, what happened before,
 * how the executor and the tasks were left, and the case itself.
 */
public final class Summary {
    /** As many events are told, the last ones. */
    public static final int EVENTS_MAX = 200;

    /** In a longer list of tasks, those that have ended are only counted. */
    private static final int TASKS_MAX = 40;

    /** Of a longer queue, only the beginning is shown. */
    private static final int QUEUE_MAX = 20;

    private final Simulation run;
    private final World world;
    private final Case plan;
    private final Tasks tasks;
    private final SummaryWords words;
    private final StringBuilder text = new StringBuilder();

    private Summary(Simulation run) {
        this.run = run;
        world = run.world();
        plan = run.plan();
        tasks = world.tasks;
        words = new SummaryWords(plan, tasks);
    }

    /** The summary of the last run of a simulation, in lines that end with a line feed. */
    public static String of(Simulation run) {
        var summary = new Summary(run);
        summary.headline();
        summary.events();
        if (summary.world instanceof CrewWorld crewWorld) {
            summary.executor(crewWorld);
        }
        summary.tasks();
        summary.shared();
        summary.outside();
        summary.programs();
        return summary.text.toString();
    }

    /** An artifact as text, for where no file can be written, with how to get the file back. */
    public static String inline(Artifact artifact) {
        return "The artifact in Base64; to get the file, put these lines through `base64 -d`:\n"
                + Base64.getMimeEncoder(100, new byte[] {'\n'}).encodeToString(artifact.bytes())
                + "\n";
    }

    /** What is simulated, in a line. */
    public static String caseLine(Case plan) {
        var shape = plan.shape();
        return counted(plan.tasks().size(), "task")
                + " of "
                + counted(plan.programs().size(), "program")
                + (shape == null ? ", no executor" : " on " + counted(shape.workers(), "worker"))
                + (plan.events().isEmpty() ? "" : ", " + counted(plan.events().size(), "event"));
    }

    static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private void headline() {
        var flaw = run.flaw();
        if (flaw == null) {
            line("PASSED after " + counted(run.steps(), "step"));
        } else {
            line("FAILED: " + flaw.kind() + " at step " + flaw.step());
            flaw.message().lines().forEach(it -> line("  " + it));
        }
        long made = run.choices().stream().filter(choice -> choice != 0).count();
        line("");
        line("  case      " + caseLine(plan));
        line("  steps     " + run.steps() + " of at most " + plan.stepsMax());
        line("  choices   " + made + " other than the default");
        if (plan.shape() != null) {
            line("  crew      " + crew(plan.shape()));
        }
        line("  rules     " + rules(plan.rules()));
    }

    private static String crew(Shape shape) {
        return counted(shape.workers(), "worker")
                + ", "
                + counted(shape.stealTries(), "try").replace("trys", "tries")
                + " to steal, another is woken after "
                + shape.hoard()
                + " in a lane, shared queue first every "
                + shape.pollEvery()
                + " tasks, "
                + (shape.striped() ? "counts per worker" : "one count")
                + (shape.wakeIdle() ? ", sleepers are woken first" : "")
                + (shape.panicStops() ? ", a panic ends it" : "")
                + ", seed "
                + Long.toUnsignedString(shape.seed());
    }

    private static String rules(Rules rules) {
        if (rules.equals(Rules.CURRENT)) {
            return "all of today";
        }
        if (rules.equals(Rules.ORIGINAL)) {
            return "those of the original harness";
        }
        return rules.toString();
    }

    private void events() {
        var events = SummaryEvents.last(run, EVENTS_MAX);
        int all = world.trace.size();
        title(
                "What happened"
                        + (all > EVENTS_MAX
                                ? " (the last " + EVENTS_MAX + " of " + all + " events)"
                                : "")
                        + "; * marks a choice other than the default"
                        + (world instanceof CrewWorld ? ", # a run-token" : ""));
        int number = 4;
        int who = 3;
        for (var event : events) {
            number = Math.max(number, event.step().length());
            who = Math.max(who, event.who().length());
        }
        line("  " + right("step", number) + "  " + left("who", who) + "  what");
        for (var event : events) {
            line(
                    "  "
                            + right(event.step(), number)
                            + "  "
                            + left(event.who(), who)
                            + "  "
                            + event.what());
        }
    }

    private void executor(CrewWorld crewWorld) {
        var crew = crewWorld.crew();
        int workers = crew.shape().workers();
        title("The executor at the end");
        line(
                "  gate "
                        + (crew.isOpen() ? "open" : "closed")
                        + ", "
                        + crew.inFlight()
                        + " in flight, "
                        + (crew.isDone() ? "done" : "not done")
                        + "; next to be woken: worker "
                        + Integer.remainderUnsigned(crew.nextUnpark(), workers)
                        + " (woken in turn "
                        + Integer.toUnsignedString(crew.nextUnpark())
                        + " times)");
        line("  shared queue  " + queue(crew.waiting()));
        for (int id = 0; id < workers; id++) {
            var worker = crew.worker(id);
            var lane = new ArrayList<RunToken>();
            worker.lane().forEach(lane::add);
            line(
                    "  "
                            + left("worker " + id, "shared queue".length())
                            + "  "
                            + left(rest(worker.isParked(), worker.hasToken()), 13)
                            + "  lane "
                            + queue(lane));
        }
    }

    private static String rest(boolean parked, boolean token) {
        return (parked ? "parked" : "awake") + (token ? ", woken" : "");
    }

    private String queue(Iterable<RunToken> tokens) {
        var shown = new StringJoiner(", ");
        int size = 0;
        for (var token : tokens) {
            if (size++ < QUEUE_MAX) {
                shown.add(words.task(token.task()) + " #" + token.id());
            }
        }
        return size
                + (size == 0 ? "" : ", the oldest first: " + shown)
                + (size > QUEUE_MAX ? ", ..." : "");
    }

    private void tasks() {
        title("Tasks (" + tasks.completed() + " of " + tasks.count() + " have ended)");
        var rows = new ArrayList<List<String>>();
        int leftOut = 0;
        for (int task = 0; task < tasks.count(); task++) {
            if (tasks.count() > TASKS_MAX && tasks.state(task) == Tasks.State.COMPLETED) {
                leftOut++;
            } else {
                rows.add(
                        List.of(
                                words.task(task),
                                words.program(tasks.program(task)) + " " + tasks.pc(task),
                                words.state(task),
                                possessions(task)));
            }
        }
        table(rows);
        if (leftOut > 0) {
            line("  and " + leftOut + " that have ended");
        }
    }

    /** What a task has: registers that are not 0, permits, locks. */
    private String possessions(int task) {
        var has = new StringJoiner(", ");
        for (int register = 0; register < Case.REGISTERS; register++) {
            int value = tasks.register(task, register);
            if (value != 0) {
                has.add("r" + register + " = " + value);
            }
        }
        for (int i = 0; i < tasks.resources(); i++) {
            if (tasks.held(task, i) > 0) {
                has.add(
                        "holds "
                                + tasks.held(task, i)
                                + " of resource "
                                + plan.resources().get(i).id());
            }
        }
        for (int lock = 0; lock < plan.locks(); lock++) {
            if (tasks.owner(lock) == task) {
                has.add("has lock " + lock);
            }
        }
        return has.toString();
    }

    private void shared() {
        if (plan.resources().isEmpty() && plan.cells().isEmpty() && plan.locks() == 0) {
            return;
        }
        title("What they share");
        var rows = new ArrayList<List<String>>();
        for (int i = 0; i < tasks.resources(); i++) {
            rows.add(
                    List.of(
                            "resource " + plan.resources().get(i).id(),
                            tasks.available(i) + " of " + tasks.total(i) + " there"));
        }
        for (int cell = 0; cell < plan.cells().size(); cell++) {
            rows.add(
                    List.of(
                            "cell " + cell,
                            tasks.cell(cell) + ", at first " + plan.cells().get(cell)));
        }
        for (int lock = 0; lock < plan.locks(); lock++) {
            int owner = tasks.owner(lock);
            rows.add(List.of("lock " + lock, owner < 0 ? "free" : words.task(owner) + " has it"));
        }
        table(rows);
    }

    private void outside() {
        if (plan.events().isEmpty()) {
            return;
        }
        int pending = world.undelivered();
        title(
                "Events ("
                        + (plan.events().size() - pending)
                        + " happened, "
                        + pending
                        + " pending; it is "
                        + world.now()
                        + ")");
        var rows = new ArrayList<List<String>>();
        for (int i = 0; i < plan.events().size(); i++) {
            var event = plan.events().get(i);
            rows.add(
                    List.of(
                            "event " + i,
                            "from " + event.at() + " on",
                            SummaryWords.event(event.event()),
                            world.isDelivered(i) ? "happened" : "pending"));
        }
        table(rows);
    }

    private void programs() {
        title("Programs");
        for (int i = 0; i < plan.programs().size(); i++) {
            int program = i;
            long users = plan.tasks().stream().filter(it -> it.program() == program).count();
            line("  " + words.program(i) + " (" + counted(users, "task") + " at first)");
            var code = plan.programs().get(i).code();
            for (int pc = 0; pc < code.size(); pc++) {
                line("  " + right("" + pc, 4) + "  " + words.instruction(code.get(pc)));
            }
        }
    }

    private void title(String title) {
        line("");
        line(title);
    }

    private void table(List<List<String>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        var widths = new int[rows.getFirst().size()];
        for (var row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (var row : rows) {
            var cells = new StringJoiner("  ", "  ", "");
            for (int i = 0; i < widths.length; i++) {
                cells.add(left(row.get(i), widths[i]));
            }
            line(cells.toString());
        }
    }

    private static String left(String cell, int width) {
        return cell + " ".repeat(Math.max(0, width - cell.length()));
    }

    private static String right(String cell, int width) {
        return " ".repeat(Math.max(0, width - cell.length())) + cell;
    }

    private void line(String line) {
        text.append(line.stripTrailing()).append('\n');
    }
}
