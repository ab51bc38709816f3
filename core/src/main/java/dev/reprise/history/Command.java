package dev.reprise.history;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.UnitId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run's durable intent. Every field of a command is part of its identity: replay compares them
 * all.
 */
public sealed interface Command {
    /** The sequence number of a run's first command. */
    long SEQ_FIRST = 1;

    /** The number of this command in its run, in order and without gaps. */
    long seq();

    /** The unit that emitted it. */
    UnitId unit();

    /** Ask for an activity; {@link Job.ActivityResolved} answers. */
    record ScheduleActivity(
            long seq,
            UnitId unit,
            String activityId,
            String type,
            List<Payload> input,
            ActivityOptions options)
            implements Command {
        /** Checks the names, copies the input. */
        public ScheduleActivity {
            Limits.checkSeq(seq);
            Text.name("an activity id", activityId);
            Text.name("an activity type", type);
            input = Limits.copied("payloads of input", input, Limits.INPUT_MAX);
        }

        /** As a record's own, but without the detour over method handles: replay asks often. */
        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || (other instanceof ScheduleActivity that
                            && seq == that.seq
                            && unit.equals(that.unit)
                            && activityId.equals(that.activityId)
                            && type.equals(that.type)
                            && input.equals(that.input)
                            && options.equals(that.options));
        }

        @Override
        public int hashCode() {
            return Objects.hash(seq, unit, activityId, type, input, options);
        }
    }

    /**
     * Ask for an activity that runs where the run is carried out, before this command is durable;
     * {@link Job.ActivityResolved} answers. Its options name no queue, no heartbeat and no time to
     * start, because nobody waits in a queue.
     */
    record ScheduleLocalActivity(
            long seq,
            UnitId unit,
            String activityId,
            String type,
            List<Payload> input,
            ActivityOptions options)
            implements Command {
        /** Checks the names and the options, copies the input. */
        public ScheduleLocalActivity {
            Limits.checkSeq(seq);
            Text.name("an activity id", activityId);
            Text.name("an activity type", type);
            input = Limits.copied("payloads of input", input, Limits.INPUT_MAX);
            Check.argument(
                    options.taskQueue().isEmpty(),
                    "a local activity has no task queue: %s",
                    options.taskQueue());
            Check.argument(
                    options.fairnessKey().isEmpty(),
                    "a local activity waits in no queue, so it has no fairness key: %s",
                    options.fairnessKey());
            Check.argument(
                    options.timeouts().heartbeat().isZero(),
                    "a local activity has no heartbeat: %s",
                    options.timeouts().heartbeat());
            Check.argument(
                    options.timeouts().scheduleToStart().isZero(),
                    "a local activity has no time to start: %s",
                    options.timeouts().scheduleToStart());
        }
    }

    /** Ask an activity to stop. */
    record CancelActivity(long seq, UnitId unit, long target) implements Command {
        /** Checks that the activity was scheduled before. */
        public CancelActivity {
            checkTarget(seq, target);
        }
    }

    /** Ask for {@link Job.TimerFired} after {@code duration}. */
    record StartTimer(long seq, UnitId unit, Duration duration) implements Command {
        /** Checks that the duration is not negative. */
        public StartTimer {
            Limits.checkSeq(seq);
            Limits.checkSpan("a timer's duration", duration);
        }
    }

    /** Forget a timer. */
    record CancelTimer(long seq, UnitId unit, long target) implements Command {
        /** Checks that the timer was started before. */
        public CancelTimer {
            checkTarget(seq, target);
        }
    }

    /**
     * Ask for a child run; {@link Job.ChildStarted} or {@link Job.ChildNotStarted} answers, and
     * {@link Job.ChildResolved} in the end.
     */
    record StartChild(
            long seq,
            UnitId unit,
            RunId runId,
            String type,
            List<Payload> input,
            ChildOptions options)
            implements Command {
        /** Checks the type, copies the input. */
        public StartChild {
            Limits.checkSeq(seq);
            Text.name("a workflow type", type);
            input = Limits.copied("payloads of input", input, Limits.INPUT_MAX);
        }
    }

    /** Ask a child run to cancel. */
    record CancelChild(long seq, UnitId unit, long target, String reason) implements Command {
        /** Checks that the child was started before. */
        public CancelChild {
            checkTarget(seq, target);
            reason = Text.prose(reason);
        }
    }

    /** Send a signal to another run; {@link Job.ExternalResolved} answers. */
    record SignalExternal(long seq, UnitId unit, RunId runId, String name, List<Payload> input)
            implements Command {
        /** Checks the name, copies the input. */
        public SignalExternal {
            Limits.checkSeq(seq);
            Text.name("a signal's name", name);
            input = Limits.copied("payloads of input", input, Limits.INPUT_MAX);
        }
    }

    /** Ask another run to cancel; {@link Job.ExternalResolved} answers. */
    record CancelExternal(long seq, UnitId unit, RunId runId, String reason) implements Command {
        /** Makes the reason fit. */
        public CancelExternal {
            Limits.checkSeq(seq);
            reason = Text.prose(reason);
        }
    }

    /** Change the search attributes of this run. */
    record UpsertSearchAttributes(long seq, UnitId unit, List<SearchAttribute> attributes)
            implements Command {
        /** Checks that there is at least one, and none twice. */
        public UpsertSearchAttributes {
            Limits.checkSeq(seq);
            attributes = SearchAttribute.copied(attributes);
            Check.argument(!attributes.isEmpty(), "there is no search attribute to change");
        }
    }

    /**
     * Keep a value that came from outside, so that replay gives the same again.
     *
     * @param type what kind of value it is, in the words of the code that asked for it
     */
    record RecordSideEffect(long seq, UnitId unit, String type, Payload value) implements Command {
        /** Checks the type. */
        public RecordSideEffect {
            Limits.checkSeq(seq);
            Text.name("a side effect's type", type);
        }
    }

    /** Keep that the code which ran had this patch. */
    record MarkPatch(long seq, UnitId unit, String id, boolean deprecated) implements Command {
        /** Checks the id. */
        public MarkPatch {
            Limits.checkSeq(seq);
            Text.name("a patch id", id);
        }
    }

    /** An update has been let in: its handler runs. A rejected one leaves no command. */
    record AcceptUpdate(long seq, UnitId unit, String updateId) implements Command {
        /** Checks the id. */
        public AcceptUpdate {
            Limits.checkSeq(seq);
            Text.name("an update id", updateId);
        }
    }

    /** An accepted update's handler has ended. */
    record CompleteUpdate(long seq, UnitId unit, String updateId, Outcome outcome)
            implements Command {
        /** Checks the id. */
        public CompleteUpdate {
            Limits.checkSeq(seq);
            Text.name("an update id", updateId);
        }
    }

    /** The end of a run: no command follows it. */
    sealed interface Terminal extends Command {}

    /** The run ends with a result. */
    record CompleteRun(long seq, UnitId unit, Payload result) implements Terminal {
        /** Checks the number. */
        public CompleteRun {
            Limits.checkSeq(seq);
        }
    }

    /** The run ends with a failure. */
    record FailRun(long seq, UnitId unit, Failure failure) implements Terminal {
        /** Checks the number. */
        public FailRun {
            Limits.checkSeq(seq);
        }
    }

    /** The run ends because it was cancelled. */
    record CancelRun(long seq, UnitId unit, Failure.Cancelled failure) implements Terminal {
        /** Checks the number. */
        public CancelRun {
            Limits.checkSeq(seq);
        }
    }

    /** The run ends, and another begins with what it hands on. */
    record ContinueAsNew(
            long seq, UnitId unit, String type, List<Payload> input, RunOptions options)
            implements Terminal {
        /** Checks the type, copies the input. */
        public ContinueAsNew {
            Limits.checkSeq(seq);
            Text.name("a workflow type", type);
            input = Limits.copied("payloads of input", input, Limits.INPUT_MAX);
        }
    }

    private static void checkTarget(long seq, long target) {
        Limits.checkSeq(target);
        Check.argument(
                target < seq,
                "command %d cannot cancel command %d, which comes later",
                seq,
                target);
    }
}
