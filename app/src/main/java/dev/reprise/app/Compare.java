package dev.reprise.app;

import dev.reprise.form.JsonSink;
import dev.reprise.sim.Contest;
import dev.reprise.sim.task.Classic;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares strategies by how soon they find known bugs. */
@Command(
        name = "compare",
        description = {
            "Compare the strategies: the median of the schedules that each needs to the first failure",
            "of a program, over many seeds, as a table in Markdown. What some seeds did not find is said."
        },
        sortOptions = false,
        usageHelpAutoWidth = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise compare reorder_10 stack     two programs, in seconds",
            "  reprise compare                      all of them, in half an hour",
            "  reprise compare --seeds 5 --json     all of them, roughly, for programs"
        })
final class Compare implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "PROGRAM",
            description = "The programs; all that `reprise explore` lists if none is named.")
    private List<String> programs = new ArrayList<>();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description = "How many seeds each strategy has. Default: ${DEFAULT-VALUE}.")
    private int seeds = 100;

    @Option(
            names = "--schedules",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description = "The most schedules of one seed. Default: ${DEFAULT-VALUE}.")
    private int schedules = 10_000;

    @Option(names = "--json", description = "Answer with one JSON object per program.")
    private boolean json;

    @Override
    public Integer call() {
        for (var program : programs) {
            if (!Classic.names().contains(program)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "'"
                                + program
                                + "' is not a program."
                                + Spelling.nearest(program, Classic.names())
                                        .map(nearest -> " Did you mean '" + nearest + "'?")
                                        .orElse(" `reprise explore` lists them."));
            }
        }
        if (!json) {
            var names = Contest.ENTRANTS.stream().map(Contest.Entrant::name).toList();
            out().println("| program | tasks | steps | " + String.join(" | ", names) + " |");
            out().println("| --- ".repeat(names.size() + 3) + "|");
        }
        for (var program : programs.isEmpty() ? Classic.names() : programs) {
            compare(program);
        }
        return 0;
    }

    private void compare(String program) {
        var plan = Classic.named(program);
        var contest = new Contest(plan, seeds, schedules);
        var ticker = new Ticker(spec.commandLine().getErr());
        var scores = new ArrayList<Contest.Score>();
        for (var entrant : Contest.ENTRANTS) {
            ticker.tick(() -> program + ": " + entrant.name());
            scores.add(contest.enter(entrant));
        }
        ticker.clear();
        if (json) {
            inJson(program, plan.tasks().size(), contest.events(), scores);
        } else {
            var cells = scores.stream().map(Contest.Score::toString);
            out().println(
                            "| "
                                    + program
                                    + " | "
                                    + plan.tasks().size()
                                    + " | "
                                    + contest.events()
                                    + " | "
                                    + cells.collect(Collectors.joining(" | "))
                                    + " |");
        }
        out().flush();
    }

    private void inJson(String program, int tasks, int steps, List<Contest.Score> scores) {
        Answer.json(
                out(),
                it -> {
                    it.name("program").text(program);
                    it.name("tasks").number(tasks);
                    it.name("steps").number(steps);
                    it.name("scores").array(() -> scores.forEach(score -> inJson(it, score)));
                });
    }

    private static void inJson(JsonSink json, Contest.Score score) {
        json.object(
                () -> {
                    json.name("strategy").text(score.strategy());
                    json.name("median").number(score.median());
                    json.name("missed").number(score.censored());
                    json.name("seeds").number(score.seeds());
                });
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
