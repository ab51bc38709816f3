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
 * @param claim what it does about others of its id
 * @param patience how long it may wait before it begins
 * @param options how it is carried out
 * @param also what it is told besides, whether it begins or goes on
 * @param descent whose child it is; null when it is nobody's
 */
public record Beginning(
        Claim claim,
        Patience patience,
        RunOptions options,
        List<Job> also,
        @Nullable Descent descent) {
    /** At once, and only if nobody has the id. */
    public static final Beginning PLAIN =
            new Beginning(
                    new Claim("", IdReuse.REFUSE, WhileRunning.REFUSE),
                    new Patience(Duration.ZERO, false),
                    RunOptions.UNSAID,
                    List.of(),
                    null);

    /** Copies the list. */
    public Beginning {
        also = List.copyOf(also);
    }

    /** What happens when a run of this id goes on. */
    public enum WhileRunning {
        /** The start is refused. */
        REFUSE,
        /** That run will do as well: nothing is started. */
        JOIN,
        /** That run is terminated, and this one begins; both or neither. */
        REPLACE
    }

    /**
     * What a start does about the run that has its id. The two rules do not know of each other: one
     * is about a run that goes on, the other about one that has ended.
     *
     * @param requestId by which the same start is known when it is asked for again, or empty
     * @param reuse what happens when a run of this id has ended
     * @param whileRunning what happens when a run of this id goes on
     */
    public record Claim(String requestId, IdReuse reuse, WhileRunning whileRunning) {
        /** Checks the id; what a child says about both in one word is taken apart. */
        public Claim {
            Text.optionalName("a request id", requestId);
            if (reuse == IdReuse.TERMINATE_OTHER) {
                reuse = IdReuse.ALLOW_AFTER_END;
                whileRunning = WhileRunning.REPLACE;
            }
        }
    }

    /**
     * How long a run may wait before it begins.
     *
     * @param delay how long its code waits
     * @param patient whether it waits while its queue is full; else it is refused
     */
    public record Patience(Duration delay, boolean patient) {}

    /**
     * Whose child a run is.
     *
     * @param parent who started it
     * @param takenBackFrom from which of its legs on the parent has taken back what it did, so that
     *     children it asked for there give way
     */
    public record Descent(Parent parent, long takenBackFrom) {}

    /** By which the same start is known when it is asked for again, or empty. */
    public String requestId() {
        return claim.requestId();
    }

    /** The same with another request id. */
    public Beginning requestId(String value) {
        return claim(new Claim(value, reuse(), whileRunning()));
    }

    /** What happens when a run of this id has ended. */
    public IdReuse reuse() {
        return claim.reuse();
    }

    /** The same with another rule for ids that were in use. */
    public Beginning reuse(IdReuse value) {
        return claim(new Claim(requestId(), value, whileRunning()));
    }

    /** What happens when a run of this id goes on. */
    public WhileRunning whileRunning() {
        return claim.whileRunning();
    }

    /** The same with another rule for ids that are in use. */
    public Beginning whileRunning(WhileRunning value) {
        return claim(new Claim(requestId(), reuse(), value));
    }

    private Beginning claim(Claim value) {
        return new Beginning(value, patience, options, also, descent);
    }

    /** How long its code waits before it begins. */
    public Duration delay() {
        return patience.delay();
    }

    /** The same with another wait. */
    public Beginning delay(Duration value) {
        return patience(new Patience(value, patient()));
    }

    /** Whether it waits while its queue is full; else it is refused. */
    public boolean patient() {
        return patience.patient();
    }

    /** The same, but it waits while its queue is full. */
    public Beginning patiently() {
        return patience(new Patience(delay(), true));
    }

    private Beginning patience(Patience value) {
        return new Beginning(claim, value, options, also, descent);
    }

    /** The same with other options. */
    public Beginning options(RunOptions value) {
        return new Beginning(claim, patience, value, also, descent);
    }

    /** The same, and it is told these besides. */
    public Beginning also(List<Job> value) {
        return new Beginning(claim, patience, options, value, descent);
    }

    /** Who started it, when it is a child. */
    public @Nullable Parent parent() {
        return descent == null ? null : descent.parent();
    }

    /** From which leg on its parent has taken back what it did; none when it has not. */
    long takenBackFrom() {
        return descent == null ? Long.MAX_VALUE : descent.takenBackFrom();
    }

    /**
     * The same as a child. Children of the same parent give way to it that a leg from this one on
     * has asked for.
     */
    Beginning childOf(Parent value, long takenBackFrom) {
        return new Beginning(claim, patience, options, also, new Descent(value, takenBackFrom));
    }
}
