package dev.reprise.policy;

/**
 * Who has the say about a target: rules given at run time, then what the workflow's code says, then
 * the rules of the workflow, then defaults. Of each rules the first that meets the target counts;
 * then the stronger wins, field by field.
 *
 * @param replace whether rules given at run time replace those of the workflow, even where none of
 *     them meets
 */
public record Precedence(Rules runtime, boolean replace, Rules workflow, Partial defaults) {
    /** No rules, and no other defaults than {@link Policy#DEFAULT}. */
    public static final Precedence NONE =
            new Precedence(Rules.NONE, false, Rules.NONE, Partial.NONE);

    /** The same with rules given at run time before those of the workflow. */
    public Precedence merge(Rules value) {
        return new Precedence(value, false, workflow, defaults);
    }

    /** The same with rules given at run time in place of those of the workflow. */
    public Precedence replace(Rules value) {
        return new Precedence(value, true, workflow, defaults);
    }

    /** The same with other rules of the workflow. */
    public Precedence workflow(Rules value) {
        return new Precedence(runtime, replace, value, defaults);
    }

    /** The same with other defaults. */
    public Precedence defaults(Partial value) {
        return new Precedence(runtime, replace, workflow, value);
    }

    /**
     * The policy of a target.
     *
     * @param code what the workflow's code says about it
     * @throws IllegalStateException if a predicate is not there, or throws
     */
    public Policy resolve(Target target, Partial code, Functions functions) {
        Partial base = replace ? Partial.NONE : workflow.said(target, functions);
        return runtime.said(target, functions)
                .over(code)
                .over(base)
                .over(defaults)
                .onto(Policy.DEFAULT);
    }
}
