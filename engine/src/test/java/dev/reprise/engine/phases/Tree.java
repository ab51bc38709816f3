package dev.reprise.engine.phases;

import dev.reprise.Failure;
import dev.reprise.flow.ActivityFailed;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Settled;
import dev.reprise.flow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A workflow that does what its input says: tasks one after the other, and in braces branches
 * beside each other, {@code a {b c|d} e}. A task that begins with {@code @} is a sleep of so many
 * hours. What a branch gives, or how it failed, is in the result in the branches' order.
 */
final class Tree implements Workflow<String, String> {
    private String program = "";
    private int at;

    @Override
    public String run(String input) {
        program = input;
        at = 0;
        return sequence().run();
    }

    /** A part of the program, which can be run once it is parsed as a whole. */
    private interface Part {
        String run();
    }

    private Part sequence() {
        List<Part> parts = new ArrayList<>();
        while (at < program.length() && program.charAt(at) != '|' && program.charAt(at) != '}') {
            char c = program.charAt(at);
            if (c == ' ') {
                at++;
            } else if (c == '{') {
                parts.add(branches());
            } else {
                parts.add(task());
            }
        }
        return () -> {
            var text = new StringBuilder();
            for (Part part : parts) {
                text.append(part.run());
            }
            return text.toString();
        };
    }

    private Part branches() {
        List<Part> parts = new ArrayList<>();
        do {
            at++;
            parts.add(sequence());
        } while (program.charAt(at) == '|');
        at++;
        return () -> {
            List<Body<String>> bodies = new ArrayList<>();
            parts.forEach(part -> bodies.add(part::run));
            var text = new StringBuilder("[");
            for (Settled<String> each : Flow.parallelSettled(bodies)) {
                text.append(
                        switch (each) {
                            case Settled.Value<String>(var value) -> value;
                            case Settled.Failed<String>(var why) -> "!" + shown(why);
                        });
                text.append('|');
            }
            return text.append(']').toString();
        };
    }

    private static String shown(Exception why) {
        return why instanceof ActivityFailed failed
                ? switch (failed.failure()) {
                    case Failure.Application it -> it.type();
                    case Failure.Timeout it -> it.kind().toString();
                    default -> "other";
                }
                : why.getClass().getSimpleName();
    }

    private Part task() {
        int from = at;
        while (at < program.length() && " {|}".indexOf(program.charAt(at)) < 0) {
            at++;
        }
        String name = program.substring(from, at);
        if (name.startsWith("@")) {
            Duration hours = Duration.ofHours(Long.parseLong(name.substring(1)));
            return () -> {
                Flow.sleep(hours);
                return "";
            };
        }
        return () -> "(" + Flow.activity(name, String.class).call(name) + ")";
    }
}
