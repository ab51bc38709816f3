package dev.reprise.app;

import dev.reprise.engine.control.StartTerms;
import dev.reprise.engine.run.Beginning.WhileRunning;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.Job;
import dev.reprise.history.RetryOptions;
import dev.reprise.history.RunOptions;
import dev.reprise.history.SearchAttribute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** On what terms a run is started, as it is said on a command line. */
final class TermOptions {
    @Option(
            names = "--while-running",
            paramLabel = "RULE",
            description = {
                "When a run of this id goes on: refuse, join (it will do as well), replace (it is",
                "terminated). Default: refuse; with --signal: join."
            })
    private @Nullable String whileRunning;

    @Option(
            names = "--after-end",
            paramLabel = "RULE",
            description = {
                "When a run of this id has ended: refuse, allow-after-failure, allow. Default: refuse,",
                "whatever --while-running says."
            })
    private @Nullable String afterEnd;

    @Option(
            names = "--delay",
            paramLabel = "SPAN",
            description = "Its code waits so long before it begins: 90s, 2h, 1d.")
    private @Nullable String delay;

    @Option(
            names = "--run-timeout",
            paramLabel = "SPAN",
            description = "What has not ended by then is ended: one leg of it.")
    private @Nullable String runTimeout;

    @Option(
            names = "--execution-timeout",
            paramLabel = "SPAN",
            description = "The same for all its legs: tried again, continued as new.")
    private @Nullable String executionTimeout;

    @Option(
            names = "--retry",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description =
                    "A run that fails is tried again: N attempts at most, the first included.")
    private @Nullable Integer attempts;

    @Option(
            names = "--queue",
            paramLabel = "NAME",
            description = "Its task queue, and that of its activities that name none.")
    private String queue = "";

    @Option(
            names = "--attribute",
            paramLabel = "NAME=VALUE",
            description = "By what it can be found, VALUE as JSON. May be given several times.")
    private List<String> attributes = List.of();

    @Option(
            names = "--signal",
            paramLabel = "NAME [VALUE]",
            arity = "1..2",
            description = {
                "It is told this signal as well, VALUE as JSON; a run that goes on is told it, and",
                "nothing is started. Both or neither."
            })
    private List<String> signal = List.of();

    StartTerms terms(EngineCommand asked) {
        checkTogether(asked);
        try {
            return new StartTerms(
                    reuse(asked),
                    whileRunning(asked),
                    span(asked, "--delay", delay),
                    options(asked),
                    signal(asked));
        } catch (IllegalArgumentException e) {
            throw asked.wrong(e.getMessage() + ".");
        }
    }

    private void checkTogether(EngineCommand asked) {
        if (!signal.isEmpty() && whileRunning != null && !whileRunning.equals("join")) {
            throw asked.wrong(
                    "--while-running "
                            + whileRunning
                            + ": with --signal a run that goes on is told the signal. Leave one of"
                            + " them away.");
        }
    }

    private IdReuse reuse(EngineCommand asked) {
        return switch (afterEnd == null ? "refuse" : afterEnd) {
            case "refuse" -> IdReuse.REFUSE;
            case "allow-after-failure" -> IdReuse.ALLOW_AFTER_FAILURE;
            case "allow" -> IdReuse.ALLOW_AFTER_END;
            case String other ->
                    throw none(
                            asked,
                            "--after-end",
                            other,
                            List.of("refuse", "allow-after-failure", "allow"));
        };
    }

    private WhileRunning whileRunning(EngineCommand asked) {
        if (!signal.isEmpty()) {
            return WhileRunning.JOIN;
        }
        return switch (whileRunning == null ? "refuse" : whileRunning) {
            case "refuse" -> WhileRunning.REFUSE;
            case "join" -> WhileRunning.JOIN;
            case "replace" -> WhileRunning.REPLACE;
            case String other ->
                    throw none(
                            asked, "--while-running", other, List.of("refuse", "join", "replace"));
        };
    }

    private static RuntimeException none(
            EngineCommand asked, String option, String word, List<String> rules) {
        return asked.wrong(
                option
                        + ": there is no rule '"
                        + word
                        + "', only "
                        + String.join(", ", rules)
                        + "."
                        + Spelling.nearest(word, rules)
                                .map(it -> " Did you mean " + it + "?")
                                .orElse(""));
    }

    private RunOptions options(EngineCommand asked) {
        RunOptions options =
                RunOptions.UNSAID
                        .timeouts(
                                new RunOptions.Timeouts(
                                        span(asked, "--execution-timeout", executionTimeout),
                                        span(asked, "--run-timeout", runTimeout)))
                        .taskQueue(queue)
                        .attributes(attributes(asked));
        return attempts == null
                ? options
                : options.retry(RetryOptions.UNSAID.attemptsMax(attempts));
    }

    private List<SearchAttribute> attributes(EngineCommand asked) {
        List<SearchAttribute> all = new ArrayList<>();
        for (String text : attributes) {
            int sign = text.indexOf('=');
            if (sign < 1) {
                throw asked.wrong(
                        "--attribute '"
                                + text
                                + "': a name and a value are needed, as in region='\"north\"'.");
            }
            all.add(
                    new SearchAttribute(
                            text.substring(0, sign), asked.value(text.substring(sign + 1))));
        }
        return all;
    }

    private Optional<Job.Signal> signal(EngineCommand asked) {
        return signal.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Job.Signal(
                                signal.getFirst(),
                                asked.values(signal.subList(1, signal.size())),
                                "",
                                ""));
    }

    private static Duration span(EngineCommand asked, String option, @Nullable String text) {
        return text == null ? Duration.ZERO : asked.span(option, text);
    }
}
