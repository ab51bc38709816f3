package dev.reprise.policy;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed;
import java.time.Duration;
import java.util.Optional;

/**
 * What has happened to an activity so far, as far as decisions need it.
 *
 * @param attempt the attempt that is next or on its way, from 1: no other had its number
 * @param before how many attempts there were before it was last driven anew
 * @param redelivery how often this attempt was lost
 * @param delay the wait before this attempt
 * @param role what this attempt is to the activity
 * @param last the last failure; what is not the activity itself answers it
 */
public record Progress(
        int attempt,
        int before,
        int redelivery,
        Duration delay,
        Role role,
        Optional<Failure> last) {
    /** Nothing has happened. */
    public static final Progress NONE =
            new Progress(1, 0, 0, Duration.ZERO, Role.ACTIVITY, Optional.empty());

    /** Checks the numbers. */
    public Progress {
        Check.argument(attempt >= 1, "attempts are counted from 1: %d", attempt);
        Check.argument(
                before >= 0 && before < attempt,
                "the attempts before are those before %d: %d",
                attempt,
                before);
        Check.argument(redelivery >= 0, "redelivery must not be negative: %d", redelivery);
        Bounds.span("delay", delay);
        Check.argument(
                role == Role.ACTIVITY || last.isPresent(),
                "a %s answers a failure, but there is none",
                role);
    }

    /** Writes down what differs from {@link #NONE}. */
    public void writeTo(ByteSink out) {
        Stored.write(out, this);
    }

    /**
     * Reads what {@link #writeTo} wrote, and not further.
     *
     * @throws Malformed if it is anything else, or says something that this program does not know
     */
    public static Progress readFrom(ByteSource in) {
        return Stored.readProgress(in);
    }

    /** Which attempt it is since it was last driven anew, from 1. */
    int round() {
        return attempt - before;
    }

    Progress lost() {
        return new Progress(attempt, before, redelivery + 1, delay, role, last);
    }

    Progress retried(Duration wait, Failure failure) {
        return new Progress(attempt + 1, before, 0, wait, role, Optional.of(failure));
    }

    Progress followed(int number, Role by, Failure failure) {
        return new Progress(number, before, 0, Duration.ZERO, by, Optional.of(failure));
    }

    Progress anew(int number, Failure failure) {
        return new Progress(
                number, number - 1, 0, Duration.ZERO, Role.ACTIVITY, Optional.of(failure));
    }
}
