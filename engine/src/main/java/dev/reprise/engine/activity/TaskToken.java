package dev.reprise.engine.activity;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.history.Command;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * By what somebody outside names an attempt whose outcome he brings later. All deliveries of one
 * attempt have one token.
 *
 * @param run the run that asked for the activity
 * @param leg in which of the runs that follow each other under its id, from 1
 * @param birth which of the runs that ever had its id that is; 0 where tokens do not say
 * @param seq the number of the command by which it did
 * @param attempt from 1
 */
public record TaskToken(RunId run, long leg, long birth, long seq, int attempt) {
    /** A token of a first leg. */
    public TaskToken(RunId run, long seq, int attempt) {
        this(run, 1, 0, seq, attempt);
    }

    /** Checks the numbers. */
    public TaskToken {
        Check.argument(leg >= 1, "the first leg is 1: %d", leg);
        Check.argument(birth >= 0, "a birth is not negative: %d", birth);
        Check.argument(
                seq >= Command.SEQ_FIRST,
                "a sequence number is at least %d: %d",
                Command.SEQ_FIRST,
                seq);
        Check.argument(attempt >= 1, "attempts are counted from 1: %d", attempt);
    }

    /** The token of a call. */
    public static TaskToken of(Call call) {
        return new TaskToken(call.run(), call.leg(), call.birth(), call.seq(), call.attempt());
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws IllegalArgumentException when it is not such a text
     */
    public static TaskToken parse(String text) {
        String[] parts = text.split("\\.", 3);
        if (parts.length == 3) {
            try {
                var run = new RunId(URLDecoder.decode(parts[2], StandardCharsets.UTF_8));
                String[] numbers = parts[0].split("-", 4);
                long seq = Long.parseLong(numbers[0]);
                long leg = numbers.length == 1 ? 1 : Long.parseLong(numbers[1]);
                long birth =
                        numbers.length < 4
                                ? 0
                                : (Long.parseLong(numbers[2]) << Integer.SIZE)
                                        + Long.parseLong(numbers[3]);
                var token = new TaskToken(run, leg, birth, seq, Integer.parseInt(parts[1]));
                if (token.text().equals(text)) {
                    return token;
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(refusal(text) + ": " + e.getMessage(), e);
            }
        }
        throw new IllegalArgumentException(refusal(text));
    }

    private static String refusal(String text) {
        return "not a task token: \"" + text + "\"";
    }

    /**
     * As text that can be part of an address: the numbers of command, leg (unless it is the first,
     * and nothing follows) and birth, if it says it; that of the attempt, and the run.
     */
    public String text() {
        return seq
                + (leg == 1 && birth == 0 ? "" : "-" + leg)
                + (birth == 0 ? "" : "-" + birth(birth, "-"))
                + "."
                + attempt
                + "."
                + URLEncoder.encode(run.value(), StandardCharsets.UTF_8);
    }

    /** In which life of the store a run was begun, and as which. */
    static String birth(long birth, String between) {
        return (birth >>> Integer.SIZE) + between + Integer.toUnsignedString((int) birth);
    }

    @Override
    public String toString() {
        return text();
    }
}
