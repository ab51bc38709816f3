package dev.reprise.history;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.choice.ChoiceLog;
import java.util.List;

/** One fact from outside that a run is told in an activation. */
public sealed interface Job {
    /** The run begins. */
    record Start(RunId runId, String workflowType, List<Payload> input, RunInfo info)
            implements Job {
        /** Checks the type, copies the input. */
        public Start {
            Text.name("a workflow type", workflowType);
            input = Limits.copied("payloads of input", input, Limits.INPUT_MAX);
        }
    }

    /** A signal arrived: a message that waits for no answer. */
    record Signal(String name, List<Payload> input, String sender, String requestId)
            implements Job {
        /**
         * Checks the names, copies the input.
         *
         * @param sender who sent it: a run id, a client's name, or empty
         * @param requestId by which a signal that was sent twice is known, or empty
         */
        public Signal {
            Text.name("a signal's name", name);
            input = Limits.copied("payloads of input", input, Limits.INPUT_MAX);
            Text.optionalName("a sender", sender);
            Text.optionalName("a request id", requestId);
        }
    }

    /** An update arrived: a message that is accepted or rejected, and then answered. */
    record Update(String id, String name, List<Payload> input, boolean validate) implements Job {
        /**
         * Checks the names, copies the input.
         *
         * @param validate whether the run may still reject it; on replay it may not
         */
        public Update {
            Text.name("an update id", id);
            Text.name("an update's name", name);
            input = Limits.copied("payloads of input", input, Limits.INPUT_MAX);
        }
    }

    /** A question that is answered and leaves no trace. */
    record Query(String id, String name, List<Payload> input) implements Job {
        /** Checks the names, copies the input. */
        public Query {
            Text.name("a query id", id);
            Text.name("a query's name", name);
            input = Limits.copied("payloads of input", input, Limits.INPUT_MAX);
        }
    }

    /** The run is asked to cancel. */
    record Cancel(String reason) implements Job {
        /** Makes the reason fit. */
        public Cancel {
            reason = Text.prose(reason);
        }
    }

    /** From now on the random numbers of the run come from this seed. */
    record Seed(long seed) implements Job {}

    /** The machine is about to be thrown away: it gives up what it holds and runs no code. */
    record Evict(String reason) implements Job {
        /** Makes the reason fit. */
        public Evict {
            reason = Text.prose(reason);
        }
    }

    /** The answer to the command with the same sequence number. */
    sealed interface Resolution extends Job {
        /** The sequence number of the command that is answered. */
        long seq();
    }

    /** An activity, local or not, has ended. */
    record ActivityResolved(long seq, Outcome outcome) implements Resolution {
        /** Checks the number. */
        public ActivityResolved {
            Limits.checkSeq(seq);
        }
    }

    /** A timer's time has come. */
    record TimerFired(long seq) implements Resolution {
        /** Checks the number. */
        public TimerFired {
            Limits.checkSeq(seq);
        }
    }

    /** A child run has begun. */
    record ChildStarted(long seq, RunId runId) implements Resolution {
        /** Checks the number. */
        public ChildStarted {
            Limits.checkSeq(seq);
        }
    }

    /** A child run could not be started. */
    record ChildNotStarted(long seq, Failure failure) implements Resolution {
        /** Checks the number. */
        public ChildNotStarted {
            Limits.checkSeq(seq);
        }
    }

    /** A child run has ended. */
    record ChildResolved(long seq, Outcome outcome) implements Resolution {
        /** Checks the number. */
        public ChildResolved {
            Limits.checkSeq(seq);
        }
    }

    /** A signal to, or the cancelling of, another run has arrived there, or has not. */
    record ExternalResolved(long seq, Outcome outcome) implements Resolution {
        /** Checks the number. */
        public ExternalResolved {
            Limits.checkSeq(seq);
        }
    }

    /**
     * What the run decided itself when this activation was carried out for the first time. Only
     * replay supplies it, before all other jobs; it is never part of a transcript.
     */
    sealed interface Recalled extends Job {}

    /**
     * The recorded code had this patch.
     *
     * @param deprecated whether it only said so, and no longer had the path without the patch
     */
    record Patch(String id, boolean deprecated) implements Recalled {
        /** Checks the id. */
        public Patch {
            Text.name("a patch id", id);
        }
    }

    /** The value that a side effect gave. */
    record SideEffect(long seq, Payload value) implements Recalled {
        /** Checks the number. */
        public SideEffect {
            Limits.checkSeq(seq);
        }
    }

    /**
     * The options that a command was given. Told only for workflow types whose code may change
     * them: what was recorded wins over what the code says now.
     */
    record Options(long seq, CommandOptions options) implements Recalled {
        /** Checks the number. */
        public Options {
            Limits.checkSeq(seq);
        }
    }

    /** The choices that were made with freedom. */
    record Choices(ChoiceLog log) implements Recalled {}
}
