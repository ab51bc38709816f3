package dev.reprise.app;

import dev.reprise.Payload;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.schedule.Duty;
import dev.reprise.engine.schedule.ScheduleDescription;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is done at times by itself; its subcommands change that. */
@Command(
        name = "schedule",
        description = {
            "Start runs by themselves, at times: docs/schedules.md says how times are written. What is",
            "asked of a schedule is durable when the command returns."
        },
        subcommands = {
            ScheduleCommand.Create.class,
            ListSchedules.class,
            DescribeSchedule.class,
            ScheduleCommand.Pause.class,
            ScheduleCommand.Resume.class,
            ScheduleCommand.Trigger.class,
            BackfillSchedule.class,
            ScheduleCommand.Update.class,
            ScheduleCommand.Delete.class
        },
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        usageHelpAutoWidth = true,
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise schedule create nightly Report --when 'cron \"30 2 * * *\" in Europe/Berlin'",
            "  reprise schedule list                              which there are, and when they are due",
            "  reprise schedule pause nightly --note \"holidays\"",
            "  reprise schedule trigger nightly                   once, now"
        })
final class ScheduleCommand {

    /** Does something about one schedule. */
    abstract static class Told extends ScheduleAsking {
        @Mixin private final RequestId requestId = new RequestId();

        /** What is asked; {@code desk} says how it is now. */
        abstract Request request(Desk desk);

        /** What is said of the schedule when it is done. */
        abstract String done();

        /** The workflow that it is to start from now on; empty when that stays as it is. */
        String starts() {
            return "";
        }

        /** There is code only where an engine has the folder open. */
        private void unchecked() {
            spec().commandLine()
                    .getErr()
                    .println(
                            VisibleWriter.shown(
                                    "No engine has the folder open, so nobody could say whether"
                                            + " there is a workflow "
                                            + starts()
                                            + ". What is started waits until there is."));
        }

        /** As {@link #done()}, where that depends on how it stands then. */
        String done(Desk desk) {
            return done();
        }

        @Override
        int answer() {
            String done;
            try (Desk desk = data().acting(Code.NONE)) {
                Request request = request(desk);
                List<String> failed = new ArrayList<>();
                knowing(
                        desk,
                        () ->
                                desk.insist(
                                        requestId.value(),
                                        request,
                                        reply -> {
                                            if (reply instanceof Reply.Failed(var why)) {
                                                failed.add(why);
                                            }
                                        }));
                if (!failed.isEmpty()) {
                    throw new Desk.Declined("UPDATE_FAILED", failed.getFirst());
                }
                if (!starts().isEmpty() && !(desk instanceof PatientDesk)) {
                    unchecked();
                }
                done = done(desk);
            }
            return done(it -> it.name("schedule").text(name()), name() + " " + done);
        }

        final Request update(String what, Payload... values) {
            return new Request.Update(Schedules.runOf(name()), what, List.of(values));
        }

        final String overlap(String text) {
            try {
                return text.isEmpty() ? "" : Schedules.overlap(text).name();
            } catch (IllegalArgumentException e) {
                throw wrong("--overlap: " + e.getMessage() + ".");
            }
        }
    }

    /** Begins one. */
    @Command(
            name = "create",
            description = {
                "Create a schedule, which starts a run of a workflow at each of its times. Its first time is",
                "after now. The ids of runs are its name and the time: nightly/2026-03-29T01:00:00Z."
            },
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = {
                "  reprise schedule create nightly Report --when 'cron \"30 2 * * *\" in Europe/Berlin'",
                "  reprise schedule create tea Order --when \"every 15m\" --input '{\"sku\":\"tea\"}'",
                "  reprise schedule create bill Bill --when \"calendar day last-workday hour 9\" \\",
                "      --overlap buffer-all --catch-up 3d --jitter 10m --pause-on-failure"
            })
    static final class Create extends Told {
        @Parameters(
                index = "1",
                paramLabel = "WORKFLOW",
                description = "The type of what is started.")
        private String workflow;

        @Option(
                names = "--when",
                paramLabel = "TIMES",
                required = true,
                description = "At which times: docs/schedules.md#text.")
        private String when = "";

        @Option(
                names = "--input",
                paramLabel = "VALUE",
                description = "What each run is given, as JSON.")
        private String input = "null";

        @ArgGroup(exclusive = false, validate = false)
        private SpecOptions said = new SpecOptions();

        @Override
        Request request(Desk desk) {
            var plain = Schedule.of(said.when(this, when));
            var duty = Duty.of(workflow, value(input));
            var spec = new ScheduleSpec(said.schedule(this, plain), said.duty(this, duty));
            return new Request.CreateSchedule(name(), Schedules.codec().encode(spec));
        }

        @Override
        String starts() {
            return workflow;
        }

        @Override
        String done() {
            return "is created";
        }
    }

    /** Makes another of one. */
    @Command(
            name = "update",
            description = {
                "Change a schedule: what is not said stays as it is. What is due by the old times is started",
                "first; what comes after now is of the new ones."
            },
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = {
                "  reprise schedule update nightly --when 'cron \"0 3 * * *\" in Europe/Berlin'",
                "  reprise schedule update nightly --overlap cancel-other --input '\"short\"'"
            })
    static final class Update extends Told {
        @Option(
                names = "--when",
                paramLabel = "TIMES",
                description = "At which times: docs/schedules.md#text.")
        private @Nullable String when;

        @Option(
                names = "--workflow",
                paramLabel = "WORKFLOW",
                description = "The type of what is started.")
        private @Nullable String workflow;

        @Option(
                names = "--input",
                paramLabel = "VALUE",
                description = "What each run is given, as JSON.")
        private @Nullable String input;

        @ArgGroup(exclusive = false, validate = false)
        private SpecOptions said = new SpecOptions();

        @Override
        Request request(Desk desk) {
            ScheduleSpec spec = described(desk).spec();
            Schedule schedule = spec.schedule();
            Duty duty = spec.duty();
            if (when != null) {
                schedule = schedule.when(said.when(this, when));
            }
            if (workflow != null) {
                duty = new Duty(workflow, duty.input(), duty.options());
            }
            if (input != null) {
                duty = new Duty(duty.workflow(), List.of(value(input)), duty.options());
            }
            var next = new ScheduleSpec(said.schedule(this, schedule), said.duty(this, duty));
            return update(Schedules.UPDATE, Schedules.codec().encode(next));
        }

        @Override
        String starts() {
            return workflow == null ? "" : workflow;
        }

        @Override
        String done() {
            return "is updated";
        }
    }

    /** Pauses one. */
    @Command(
            name = "pause",
            description = {
                "Let the times of a schedule pass until it is resumed. What runs goes on; triggers and",
                "backfills are done all the same."
            },
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = "  reprise schedule pause nightly --note \"holidays\"")
    static final class Pause extends Told {
        @Option(names = "--note", paramLabel = "TEXT", description = "Why, for people.")
        private String note = "on the command line";

        @Override
        Request request(Desk desk) {
            return update(Schedules.PAUSE, Payload.text(note));
        }

        @Override
        String done() {
            return "is paused";
        }

        @Override
        String done(Desk desk) {
            if (inJson()) {
                return done();
            }
            long left = described(desk).backfills().stream().filter(it -> !it.isOver()).count();
            return left == 0
                    ? done()
                    : done()
                            + "; "
                            + (left == 1 ? "a backfill goes" : left + " backfills go")
                            + " on: schedule backfill "
                            + name()
                            + " --stop ends "
                            + (left == 1 ? "it" : "them");
        }
    }

    /** Lets one go on. */
    @Command(
            name = "resume",
            description = "Let a schedule go on after a pause, with its first time after now.",
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = "  reprise schedule resume nightly")
    static final class Resume extends Told {
        @Override
        Request request(Desk desk) {
            return update(Schedules.RESUME);
        }

        @Override
        String done() {
            return "goes on";
        }
    }

    /** Starts something now. */
    @Command(
            name = "trigger",
            description =
                    "Start what a schedule starts, once and now, whether it is paused or not.",
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = {
                "  reprise schedule trigger nightly",
                "  reprise schedule trigger nightly --overlap allow-all    beside what runs"
            })
    static final class Trigger extends Told {
        @Option(
                names = "--overlap",
                paramLabel = "RULE",
                description = "What if another is at work. Default: what the schedule says.")
        private String overlap = "";

        @Override
        Request request(Desk desk) {
            return update(Schedules.TRIGGER, Payload.text(overlap(overlap)));
        }

        @Override
        String done() {
            return "is triggered";
        }
    }

    /** Ends one. */
    @Command(
            name = "delete",
            description = "End a schedule. What it has started goes on.",
            sortOptions = false,
            usageHelpAutoWidth = true,
            footerHeading = "%nExamples:%n",
            footer = "  reprise schedule delete nightly")
    static final class Delete extends Told {
        @Override
        Request request(Desk desk) {
            return update(Schedules.DELETE);
        }

        @Override
        String done() {
            return "is deleted";
        }
    }

    private ScheduleCommand() {}

    /** A schedule, as its run describes it. */
    static ScheduleDescription read(Payload value) {
        return Schedules.codec().decode(value, ScheduleDescription.class);
    }
}
