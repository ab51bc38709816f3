package dev.reprise.history;

/**
 * What a workflow's code says about one child run.
 *
 * @param run how the child is to be carried out
 * @param parentClose what becomes of the child when its parent ends first
 * @param idReuse what happens when a run of the child's id exists already
 * @param cancellation what cancelling the child does to its parent's waiting
 */
public record ChildOptions(
        RunOptions run, ParentClose parentClose, IdReuse idReuse, Cancellation cancellation)
        implements CommandOptions {
    /** Nothing is said: the defaults decide. */
    public static final ChildOptions UNSAID =
            new ChildOptions(
                    RunOptions.UNSAID, ParentClose.TERMINATE, IdReuse.REFUSE, Cancellation.TRY);

    /** What becomes of a child when its parent ends first. */
    public enum ParentClose {
        /** It is terminated. */
        TERMINATE,
        /** It is asked to cancel. */
        CANCEL,
        /** It goes on alone. */
        ABANDON
    }

    /** What happens when a run of the same id exists already. */
    public enum IdReuse {
        /** The start fails. */
        REFUSE,
        /** The start fails, unless that run has failed. */
        ALLOW_AFTER_FAILURE,
        /** The start fails, unless that run has ended. */
        ALLOW_AFTER_END,
        /** That run is terminated if it still goes on. */
        TERMINATE_OTHER
    }

    /** The same with other run options. */
    public ChildOptions run(RunOptions value) {
        return new ChildOptions(value, parentClose, idReuse, cancellation);
    }

    /** The same with another fate after the parent. */
    public ChildOptions parentClose(ParentClose value) {
        return new ChildOptions(run, value, idReuse, cancellation);
    }

    /** The same with another rule for ids in use. */
    public ChildOptions idReuse(IdReuse value) {
        return new ChildOptions(run, parentClose, value, cancellation);
    }

    /** The same with another way of being cancelled. */
    public ChildOptions cancellation(Cancellation value) {
        return new ChildOptions(run, parentClose, idReuse, value);
    }
}
