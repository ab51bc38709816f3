package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Health;
import dev.reprise.engine.control.HealthForm;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.story.Wording;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** Says how an engine is. */
@Command(
        name = "health",
        description = {
            "Say how an engine is: what is slow or stuck just now, what has gathered, and whether",
            "it can write."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing is slow or stuck, and the store can be written",
            "1:something is, it cannot, or it could not be found out",
            "2:there is no store, or the command line was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise health --data data                  in words",
            "  reprise health --json                       for programs, an object a line"
        })
final class HealthCommand extends FolderCommand {
    @Override
    int answer() {
        List<Health.State> states = new ArrayList<>();
        List<Health.Overdue> overdue = new ArrayList<>();
        List<Health.StuckRuns> stuck = new ArrayList<>();
        try (Desk desk = data().reading()) {
            desk.ask(
                    "health",
                    new Request.CheckHealth(),
                    reply -> {
                        switch (reply) {
                            case Reply.State(var it) -> states.add(it);
                            case Reply.Late(var it) -> overdue.add(it);
                            case Reply.Stuck(var it) -> stuck.add(it);
                            default -> {}
                        }
                    });
        }
        var health = new Health(states.getFirst(), overdue, stuck);
        if (inJson()) {
            json(health);
        } else {
            lines(health).forEach(out()::println);
        }
        return health.isWell() ? 0 : REFUSED;
    }

    private void json(Health health) {
        json(
                it -> {
                    it.name("well").bool(health.isWell());
                    HealthForm.write(it, health.state());
                });
        health.overdue()
                .forEach(
                        each ->
                                json(
                                        it ->
                                                it.name("late")
                                                        .object(() -> HealthForm.write(it, each))));
        health.stuck()
                .forEach(
                        each ->
                                json(
                                        it ->
                                                it.name("stuck")
                                                        .object(() -> HealthForm.write(it, each))));
    }

    static List<String> lines(Health health) {
        Health.State state = health.state();
        List<String> lines = new ArrayList<>();
        lines.add(
                "engine    "
                        + state.opened()
                                .map(
                                        it ->
                                                "open since "
                                                        + it
                                                        + ", for "
                                                        + Wording.span(
                                                                Duration.between(it, state.at())))
                                .orElse("none has the folder open"));
        lines.add("version   " + state.version() + ", Java " + state.java());
        state.failure().ifPresent(it -> lines.add("failed    " + it.replace("\n", "\n          ")));
        state.full()
                .ifPresent(
                        it ->
                                lines.add(
                                        "full      since "
                                                + it.since()
                                                + ", for "
                                                + Wording.span(
                                                        Duration.between(it.since(), state.at()))
                                                + ": "
                                                + it.sentence().replace("\n", "\n          ")));
        numbers(state).forEach((group, said) -> lines.add(said(group) + String.join(", ", said)));
        health.overdue().forEach(it -> lines.add(overdue(it, state)));
        health.stuck().forEach(it -> lines.add(stuck(it)));
        if (health.isWell()) {
            lines.add("well      nothing is slow, nothing is stuck");
        }
        return lines;
    }

    /** What belongs to the same thing, in a line: {@code runs 3 busy, 12 paused}. */
    private static SortedMap<String, List<String>> numbers(Health.State state) {
        SortedMap<String, List<String>> groups = new TreeMap<>();
        state.numbers()
                .forEach(
                        (name, value) -> {
                            int dot = name.indexOf('.');
                            groups.computeIfAbsent(name.substring(0, dot), _ -> new ArrayList<>())
                                    .add(value + " " + name.substring(dot + 1));
                        });
        return groups;
    }

    private static String said(String word) {
        return word + " ".repeat(Math.max(1, 10 - word.length()));
    }

    private static String overdue(Health.Overdue it, Health.State state) {
        String who =
                switch (it.what()) {
                    case ACTIVATION -> "slow      run " + it.run() + " of " + it.type();
                    case ACTIVITY ->
                            "stuck     activity "
                                    + it.type()
                                    + " of run "
                                    + it.run()
                                    + ", attempt "
                                    + it.attempt();
                };
        return who
                + ", for "
                + Wording.span(Duration.between(it.since(), state.at()))
                + (it.where().isEmpty() ? "" : ", at\n" + it.where().indent(10).stripTrailing());
    }

    private static String stuck(Health.StuckRuns it) {
        return "stuck     "
                + it.runs()
                + (it.runs() == 1 ? " run of " : " runs of ")
                + it.type()
                + ", "
                + it.reason()
                + ", such as "
                + it.first()
                + ": "
                + it.sentence().replace("\n", "\n          ");
    }
}
