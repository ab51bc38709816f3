package dev.reprise.engine.run;

import dev.reprise.Text;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.Job;
import dev.reprise.history.RunOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * On what terms a run begins.
 *
 * @param requestId by which the same start is known when it is asked for again, or empty
 * @param reuse what happens when there is a run of this id
 * @param joins whether a run that goes on under this id will do as well
 * @param delay how long its code waits before it begins
 * @param options how it is carried out
 * @param also what it is told besides, whether it begins or goes on
 * @param parent who started it, when it is a child
 * @param takenBackFrom in that case: from which of its legs on the parent has taken back what it
 *     did, so that children it asked for there give way
 * @param patient whether it waits while its queue is full; else it is refused
 */
public record Beginning(
        String requestId,
        IdReuse reuse,
        boolean joins,
        Duration delay,
        RunOptions options,
        List<Job> also,
        @Nullable Parent parent,
        long takenBackFrom,
        boolean patient) {
    /** At once, and only if nobody has the id. */
    public static final Beginning PLAIN =
            new Beginning(
                    "",
                    IdReuse.REFUSE,
                    false,
                    Duration.ZERO,
                    RunOptions.UNSAID,
                    List.of(),
                    null,
                    Long.MAX_VALUE,
                    false);

    /** Checks the id, copies the list. */
    public Beginning {
        Text.optionalName("a request id", requestId);
        also = List.copyOf(also);
    }

    /** The same with another request id. */
    public Beginning requestId(String value) {
        return new Beginning(
                value, reuse, joins, delay, options, also, parent, takenBackFrom, patient);
    }

    /** The same with another rule for ids in use. */
    public Beginning reuse(IdReuse value) {
        return new Beginning(
                requestId, value, joins, delay, options, also, parent, takenBackFrom, patient);
    }

    /** The same, but a run that goes on under this id will do as well. */
    public Beginning joining() {
        return new Beginning(
                requestId, reuse, true, delay, options, also, parent, takenBackFrom, patient);
    }

    /** The same with another wait. */
    public Beginning delay(Duration value) {
        return new Beginning(
                requestId, reuse, joins, value, options, also, parent, takenBackFrom, patient);
    }

    /** The same with other options. */
    public Beginning options(RunOptions value) {
        return new Beginning(
                requestId, reuse, joins, delay, value, also, parent, takenBackFrom, patient);
    }

    /** The same, and it is told these besides. */
    public Beginning also(List<Job> value) {
        return new Beginning(
                requestId, reuse, joins, delay, options, value, parent, takenBackFrom, patient);
    }

    /** The same as a child. */
    public Beginning childOf(Parent value) {
        return new Beginning(
                requestId, reuse, joins, delay, options, also, value, takenBackFrom, patient);
    }

    /** The same, and children of the same parent give way that a leg from this one on asked for. */
    Beginning takenBackFrom(long leg) {
        return new Beginning(requestId, reuse, joins, delay, options, also, parent, leg, patient);
    }

    /** The same, but it waits while its queue is full. */
    public Beginning patiently() {
        return new Beginning(
                requestId, reuse, joins, delay, options, also, parent, takenBackFrom, true);
    }
}
