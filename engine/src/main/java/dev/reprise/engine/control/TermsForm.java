package dev.reprise.engine.control;

import dev.reprise.Payload;
import dev.reprise.engine.run.Beginning.WhileRunning;
import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.Job;
import dev.reprise.history.RetryOptions;
import dev.reprise.history.RunOptions;
import dev.reprise.history.SearchAttribute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The terms of a start as JSON: only what is not as usual. */
final class TermsForm {
    private TermsForm() {}

    static void write(JsonSink json, StartTerms terms) {
        RunOptions options = terms.options();
        millis(json, "delay", terms.delay());
        millis(json, "execution_timeout", options.timeouts().execution());
        millis(json, "run_timeout", options.timeouts().run());
        number(json, "attempts", options.retry().attemptsMax());
        number(json, "priority", options.priority());
        if (!options.taskQueue().isEmpty()) {
            json.name("queue").text(options.taskQueue());
        }
        if (terms.reuse() != IdReuse.REFUSE) {
            json.name("reuse").text(terms.reuse().name().toLowerCase(Locale.ROOT));
        }
        switch (terms.whileRunning()) {
            case REFUSE -> {}
            case JOIN -> json.name("joins").bool(true);
            case REPLACE -> json.name("replaces").bool(true);
        }
        if (!options.attributes().isEmpty()) {
            json.name("attributes")
                    .array(() -> options.attributes().forEach(it -> attribute(json, it)));
        }
        terms.signal().ifPresent(it -> signal(json, it));
    }

    private static void millis(JsonSink json, String field, Duration span) {
        number(json, field, span.toMillis());
    }

    private static void number(JsonSink json, String field, long value) {
        if (value != 0) {
            json.name(field).number(value);
        }
    }

    private static void attribute(JsonSink json, SearchAttribute attribute) {
        json.object(
                () -> {
                    json.name("name").text(attribute.name());
                    RequestForm.value(json.name("value"), attribute.value());
                });
    }

    private static void signal(JsonSink json, Job.Signal signal) {
        json.name("signal").text(signal.name());
        json.name("signal_values")
                .array(() -> signal.input().forEach(it -> RequestForm.value(json, it)));
    }

    /**
     * Reads them.
     *
     * @throws dev.reprise.form.Malformed when they make no sense
     */
    static StartTerms read(JsonSource json) {
        var found = new Found();
        try {
            json.object(field -> found.take(json, field));
            return found.terms();
        } catch (IllegalArgumentException e) {
            throw json.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }

    private static final class Found {
        private Duration delay = Duration.ZERO;
        private RunOptions options = RunOptions.UNSAID;
        private IdReuse reuse = IdReuse.REFUSE;
        private WhileRunning whileRunning = WhileRunning.REFUSE;
        private @Nullable String signal;
        private final List<SearchAttribute> attributes = new ArrayList<>();
        private final List<Payload> values = new ArrayList<>();

        boolean take(JsonSource json, String field) {
            switch (field) {
                case "delay" -> delay = millis(json);
                case "execution_timeout" ->
                        options = options.timeouts(options.timeouts().execution(millis(json)));
                case "run_timeout" ->
                        options = options.timeouts(options.timeouts().run(millis(json)));
                case "attempts" ->
                        options =
                                options.retry(
                                        RetryOptions.UNSAID.attemptsMax(
                                                (int) json.number(1, Integer.MAX_VALUE)));
                case "priority" ->
                        options =
                                options.priority(
                                        (int) json.number(Integer.MIN_VALUE, Integer.MAX_VALUE));
                case "queue" -> options = options.taskQueue(json.text());
                case "reuse" -> reuse = reuse(json);
                case "joins" -> whenRunning(json.bool(), WhileRunning.JOIN);
                case "replaces" -> whenRunning(json.bool(), WhileRunning.REPLACE);
                case "attributes" -> json.array(() -> attributes.add(attribute(json)));
                case "signal" -> signal = json.text();
                case "signal_values" -> json.array(() -> values.add(RequestForm.value(json)));
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void whenRunning(boolean said, WhileRunning rule) {
            whileRunning = said ? rule : whileRunning;
        }

        private static Duration millis(JsonSource json) {
            return Duration.ofMillis(json.number(0, Long.MAX_VALUE));
        }

        private static IdReuse reuse(JsonSource json) {
            String word = json.text();
            for (IdReuse each : IdReuse.values()) {
                if (each.name().toLowerCase(Locale.ROOT).equals(word)) {
                    return each;
                }
            }
            throw json.malformed(Problem.UNKNOWN, "there is no rule for ids of this name.");
        }

        private static SearchAttribute attribute(JsonSource json) {
            String[] name = {""};
            Payload[] value = {Payload.NONE};
            json.object(
                    field -> {
                        switch (field) {
                            case "name" -> name[0] = json.text();
                            case "value" -> value[0] = RequestForm.value(json);
                            default -> {
                                return false;
                            }
                        }
                        return true;
                    });
            return new SearchAttribute(name[0], value[0]);
        }

        StartTerms terms() {
            String told = signal;
            return new StartTerms(
                    reuse,
                    whileRunning,
                    delay,
                    options.attributes(attributes),
                    told == null
                            ? Optional.empty()
                            : Optional.of(new Job.Signal(told, values, "", "")));
        }
    }
}
