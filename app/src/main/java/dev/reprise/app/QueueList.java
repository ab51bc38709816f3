package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.QueueForm;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.drive.QueueState;
import dev.reprise.policy.QueueLimits;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists the task queues, in which activities wait until they may start. */
@Command(
        name = "list",
        description = {
            "List the task queues that have limits or are paused, and what waits there. Of a folder",
            "that no engine has open those are known that are paused."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        footerHeading = "%nExamples:%n",
        footer = "  reprise queue list --json")
final class QueueList extends FolderCommand {
    @Override
    int answer() {
        List<QueueState> queues = queues(this);
        if (inJson()) {
            queues.forEach(queue -> json(it -> QueueForm.fields(it, queue)));
        } else if (queues.isEmpty()) {
            out().println("No task queue has limits or is paused.");
        } else {
            var table = new Table("QUEUE", "STATE", "WAITING", "RUNNING", "OLDEST", "LIMITS");
            for (QueueState it : queues) {
                table.row(
                        it.name(),
                        it.paused() ? "paused" : "open",
                        Integer.toString(it.waiting()),
                        Integer.toString(it.running()),
                        it.oldest().map(Object::toString).orElse("-"),
                        limits(it.limits()));
            }
            table.print(out());
        }
        return 0;
    }

    private static List<QueueState> queues(FolderCommand command) {
        List<QueueState> queues = new ArrayList<>();
        try (Desk desk = command.data().reading()) {
            desk.ask(
                    "queues",
                    new Request.ListQueues(),
                    reply -> {
                        if (reply instanceof Reply.Queue(var state)) {
                            queues.add(state);
                        }
                    });
        }
        return queues;
    }

    private static String limits(QueueLimits limits) {
        List<String> all = new ArrayList<>();
        if (limits.concurrencyMax() > 0) {
            all.add(limits.concurrencyMax() + " at once");
        }
        if (limits.perKeyMax() > 0) {
            all.add(limits.perKeyMax() + " of a key");
        }
        if (limits.rate().count() > 0) {
            all.add("rate " + limits.rate());
        }
        if (limits.backlogMax() > 0) {
            all.add("backlog " + limits.backlogMax());
        }
        return all.isEmpty() ? "none" : String.join(", ", all);
    }

    /** What is done with one task queue. */
    abstract static class OfOne extends FolderCommand {
        @Parameters(index = "0", paramLabel = "QUEUE", description = "The name of the task queue.")
        private String queue;

        final String queue() {
            return queue;
        }
    }

    /** Shows one task queue. */
    @Command(
            name = "describe",
            description = "Show a task queue: its limits, and what waits there for whom.",
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = "  reprise queue describe cards")
    static final class Describe extends OfOne {
        @Override
        int answer() {
            QueueState found =
                    queues(this).stream()
                            .filter(it -> it.name().equals(queue()))
                            .findFirst()
                            .orElseGet(() -> QueueState.unknown(queue(), false));
            if (inJson()) {
                json(it -> QueueForm.fields(it, found));
                return 0;
            }
            out().println("queue     " + found.name());
            out().println("state     " + (found.paused() ? "paused" : "open"));
            out().println("limits    " + limits(found.limits()));
            out().println("waiting   " + found.waiting());
            out().println("running   " + found.running());
            out().println("starts    " + found.startsWaiting() + " wait for room");
            found.oldest().ifPresent(it -> out().println("oldest    " + it));
            if (!found.loads().isEmpty()) {
                out().println();
                var table = new Table("PRIORITY", "KEY", "WEIGHT", "WAITING", "RUNNING", "STARTED");
                found.loads()
                        .forEach(
                                it ->
                                        table.row(
                                                Integer.toString(it.priority()),
                                                it.key().isEmpty() ? "-" : it.key(),
                                                Integer.toString(found.limits().weight(it.key())),
                                                Integer.toString(it.waiting()),
                                                Integer.toString(it.running()),
                                                Long.toString(it.started())));
                table.print(out());
            }
            return 0;
        }
    }

    /** Pauses a task queue, or lets it go on. */
    abstract static class Pausing extends OfOne {
        @Mixin private final RequestId requestId = new RequestId();

        abstract boolean pauses();

        @Override
        final int answer() {
            try (Desk desk = data().acting(Code.NONE)) {
                ask(desk, requestId.given(), new Request.PauseQueue(queue(), pauses()));
            }
            return done(
                    it -> {
                        it.name("queue").text(queue());
                        it.name("paused").bool(pauses());
                    },
                    "queue "
                            + queue()
                            + (pauses() ? " is paused: what is due waits" : " lets in again"));
        }
    }

    /** Pauses a task queue. */
    @Command(
            name = "pause",
            description = {
                "Let nothing start in a task queue, until it is resumed. What runs goes on, and what",
                "is due waits. It stays paused when the engine is opened again."
            },
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = "  reprise queue pause cards")
    static final class Pause extends Pausing {
        @Override
        boolean pauses() {
            return true;
        }
    }

    /** Lets a task queue go on. */
    @Command(
            name = "resume",
            description = "Let what waits in a task queue start again.",
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = "  reprise queue resume cards")
    static final class Resume extends Pausing {
        @Override
        boolean pauses() {
            return false;
        }
    }
}
