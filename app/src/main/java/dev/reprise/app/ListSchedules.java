package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.schedule.ScheduleRow;
import dev.reprise.engine.schedule.Schedules;
import dev.reprise.filter.Selection;
import dev.reprise.form.JsonSink;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists schedules. */
@Command(
        name = "list",
        description = "List the schedules there are, and when each starts something next.",
        sortOptions = false,
        usageHelpAutoWidth = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise schedule list",
            "  reprise schedule list --json                       an object a line"
        })
final class ListSchedules extends FolderCommand {
    private static final int PAGE = 1_000;

    @Override
    int answer() {
        List<ScheduleRow> rows;
        try (Desk desk = data().reading()) {
            rows = all(desk);
        }
        if (inJson()) {
            rows.forEach(row -> json(it -> fields(it, row)));
        } else if (rows.isEmpty()) {
            out().println("No schedules.");
        } else {
            var table = new Table("SCHEDULE", "STARTS", "NEXT", "TIMES");
            for (ScheduleRow row : rows) {
                table.row(row.name(), row.workflow(), next(row), row.when());
            }
            table.print(out());
        }
        return 0;
    }

    private static String next(ScheduleRow row) {
        return row.paused()
                .map(note -> "paused: " + note)
                .or(() -> row.next().map(Object::toString))
                .orElse("never");
    }

    private static void fields(JsonSink json, ScheduleRow row) {
        json.name("schedule").text(row.name());
        json.name("workflow").text(row.workflow());
        json.name("when").text(row.when());
        row.next().ifPresent(it -> json.name("next").text(it.toString()));
        row.paused().ifPresent(it -> json.name("paused").text(it));
    }

    /** All there are, in the order of their names. */
    static List<ScheduleRow> all(Desk desk) {
        List<ScheduleRow> rows = new ArrayList<>();
        String[] more = {Selection.parse(Schedules.OPEN).limit(PAGE).toText()};
        while (!more[0].isEmpty()) {
            var page = new Request.ListRuns(Selection.parse(more[0]));
            more[0] = "";
            desk.ask(
                    "list",
                    page,
                    reply -> {
                        switch (reply) {
                            case Reply.Run(var head) -> {
                                var run = Description.of(head);
                                rows.add(ScheduleRow.of(run.run(), run.attributes()));
                            }
                            case Reply.More(var next) -> more[0] = next;
                            default -> {}
                        }
                    });
        }
        return rows;
    }
}
