package dev.reprise.engine.schedule;

import dev.reprise.Payload;
import dev.reprise.Text;
import dev.reprise.history.RunOptions;
import java.util.List;

/**
 * What a schedule starts at each of its times.
 *
 * @param workflow the type of the run
 * @param input what it is started with, as its own codec encodes it
 * @param options how it is carried out: timeouts, retry, attributes
 */
public record Duty(String workflow, List<Payload> input, RunOptions options) {
    /** Checks the type, copies the list. */
    public Duty {
        Text.name("a workflow type", workflow);
        input = List.copyOf(input);
    }

    /** A run of this type, with this input, as the defaults say. */
    public static Duty of(String workflow, Payload... input) {
        return new Duty(workflow, List.of(input), RunOptions.UNSAID);
    }

    /** The same with other options. */
    public Duty options(RunOptions value) {
        return new Duty(workflow, input, value);
    }
}
