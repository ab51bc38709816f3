package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.schedule.ScheduleDescription;
import dev.reprise.engine.schedule.ScheduleRow;
import dev.reprise.engine.schedule.Schedules;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/** A command about one schedule. */
abstract class ScheduleAsking extends FolderCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the schedule.")
    private String name;

    final String name() {
        try {
            return Schedules.checkedName(name);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage() + ".");
        }
    }

    /** What the schedule says of itself. */
    final ScheduleDescription described(Desk desk) {
        List<ScheduleDescription> found = new ArrayList<>();
        var request = new Request.DescribeSchedule(name());
        knowing(
                desk,
                () ->
                        desk.ask(
                                "describe",
                                request,
                                reply -> {
                                    if (reply instanceof Reply.Value(var value)) {
                                        found.add(ScheduleCommand.read(value));
                                    }
                                }));
        return found.getFirst();
    }

    /** Does something; when there is no such schedule, names the nearest. */
    final void knowing(Desk desk, Runnable asked) {
        try {
            asked.run();
        } catch (Desk.Declined e) {
            switch (e.reason()) {
                case "NO_SUCH_RUN", "ALREADY_ENDED" -> {
                    List<String> names =
                            ListSchedules.all(desk).stream().map(ScheduleRow::name).toList();
                    throw new Desk.Declined(
                            "NO_SUCH_SCHEDULE",
                            "There is no schedule "
                                    + name
                                    + ". Check the name; schedule list shows those there are."
                                    + Spelling.nearest(name, names)
                                            .map(it -> " Did you mean " + it + "?")
                                            .orElse(""));
                }
                default -> throw e;
            }
        }
    }
}
