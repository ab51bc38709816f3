package dev.reprise.flow.guard;

/** What a finding of the {@link Guard} leads to, chosen per workflow. */
public enum Strictness {
    /** The workflow is refused: {@link Guard#check} throws {@link NondeterministicCode}. */
    ERROR,
    /** The workflow is taken; every finding is described to whoever listens. */
    WARN,
    /** The workflow is not looked at. */
    OFF
}
