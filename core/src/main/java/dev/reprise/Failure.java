package dev.reprise;

import java.util.Optional;

/**
 * Why something failed, as a value that is stored, compared and shown. A failure may have a cause,
 * which may have one too, {@link #CHAIN_MAX} in all.
 *
 * <p>Messages are prose (see {@link Text#prose}): they are cut when they are too long. The
 * constructors refuse a chain that is too long; {@link #causedBy} cuts it, and says so.
 */
public sealed interface Failure {
    /** The longest chain of causes, the failure itself included. */
    int CHAIN_MAX = 32;

    /** What happened, in a sentence. */
    String message();

    /** What made it happen, when that is known. */
    Optional<Failure> cause();

    /**
     * The user's code failed.
     *
     * @param type the kind of failure in the user's words, usually a class name; retry rules name
     *     it
     * @param details what the user's code wants to hand on
     * @param retryable whether another attempt may help
     */
    record Application(
            String type,
            String message,
            Payload details,
            boolean retryable,
            Optional<Failure> cause)
            implements Failure {
        /** Checks the type and the length of the chain. */
        public Application {
            Text.name("a failure type", type);
            message = Text.prose(message);
            FailureChain.check(cause);
        }

        /** A failure that another attempt may mend, without details and cause. */
        public Application(String type, String message) {
            this(type, message, Payload.NONE, true, Optional.empty());
        }
    }

    /** Which time ran out. */
    enum TimeoutKind {
        /** From the start of an attempt to its end. */
        START_TO_CLOSE,
        /** From scheduling to the start of an attempt. */
        SCHEDULE_TO_START,
        /** From scheduling to the end of the last attempt. */
        SCHEDULE_TO_CLOSE,
        /** Between two heartbeats. */
        HEARTBEAT,
        /** From the start of a run to its end. */
        RUN,
        /** From the start of the first run of a chain to the end of the last. */
        EXECUTION
    }

    /**
     * Time ran out.
     *
     * @param lastHeartbeat the details of the last heartbeat, for an activity that sent one
     */
    record Timeout(TimeoutKind kind, String message, Payload lastHeartbeat, Optional<Failure> cause)
            implements Failure {
        /** Checks the length of the chain. */
        public Timeout {
            message = Text.prose(message);
            FailureChain.check(cause);
        }

        /** A timeout without heartbeat and cause. */
        public Timeout(TimeoutKind kind, String message) {
            this(kind, message, Payload.NONE, Optional.empty());
        }
    }

    /** It was cancelled, and stopped. */
    record Cancelled(String message, Payload details) implements Failure {
        /** Makes the message fit. */
        public Cancelled {
            message = Text.prose(message);
        }

        @Override
        public Optional<Failure> cause() {
            return Optional.empty();
        }
    }

    /** A child run failed: the cause says how. */
    record Child(String workflowType, RunId runId, String message, Optional<Failure> cause)
            implements Failure {
        /** Checks the type and the length of the chain. */
        public Child {
            Text.name("a workflow type", workflowType);
            message = Text.prose(message);
            FailureChain.check(cause);
        }
    }

    /**
     * Nobody knows whether it happened: its delivery was lost, and it may not be tried again.
     *
     * @param redeliveries how many times it had been delivered again before
     */
    record Lost(String message, int redeliveries) implements Failure {
        /** Checks the number. */
        public Lost {
            message = Text.prose(message);
            Check.argument(
                    redeliveries >= 0, "redeliveries must not be negative: %d", redeliveries);
        }

        @Override
        public Optional<Failure> cause() {
            return Optional.empty();
        }
    }

    /** Someone ended the run from outside, without asking it. */
    record Terminated(String message) implements Failure {
        /** Makes the message fit. */
        public Terminated {
            message = Text.prose(message);
        }

        @Override
        public Optional<Failure> cause() {
            return Optional.empty();
        }
    }

    /** Why the activation could not be carried out. */
    enum ActivationKind {
        /** The code decides otherwise than the transcript says. */
        NONDETERMINISM,
        /** No code is registered for a workflow, signal or update type. */
        UNKNOWN_TYPE,
        /** A payload does not hold what the code expects. */
        UNDECODABLE,
        /** A job answers a command that nobody waits for, or comes at a wrong moment. */
        UNEXPECTED_JOB,
        /** The workflow's code broke a rule of the machine: it called out of turn, it blocked. */
        VIOLATION,
        /** The workflow's code did not come to a pause. */
        STUCK,
        /** The machine itself failed: a bug in Reprise or a resource that ran out. */
        INTERNAL
    }

    /**
     * The machine could not carry out an activation. It is not the workflow that failed: the run
     * stays where it was and goes on when fitting code is there.
     */
    record Activation(ActivationKind kind, String message, Optional<Failure> cause)
            implements Failure {
        /** Checks the length of the chain. */
        public Activation {
            message = Text.prose(message);
            FailureChain.check(cause);
        }

        /** A failure without cause. */
        public Activation(ActivationKind kind, String message) {
            this(kind, message, Optional.empty());
        }
    }

    /**
     * The same failure with another cause, where it can have one: cancelled, lost and terminated
     * stay as they are. A cause that makes the chain too long loses its own last causes, and the
     * last that stays says so in its message.
     */
    default Failure causedBy(Failure cause) {
        return FailureChain.withCause(this, FailureChain.cut(cause, CHAIN_MAX - 1));
    }

    /** The failure at the end of the chain of causes: this one when it has no cause. */
    default Failure root() {
        Failure failure = this;
        for (var next = cause(); next.isPresent(); next = failure.cause()) {
            failure = next.get();
        }
        return failure;
    }

    /** The whole chain for a person to read, a paragraph for each failure. */
    default String describe() {
        return FailureChain.describe(this);
    }
}
