package dev.reprise.flow;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.UnitId;
import dev.reprise.history.Command;
import dev.reprise.history.RunOptions;
import java.util.List;

/** How a run is to end. */
sealed interface End {
    /** The command that says so. */
    Command.Terminal command(Run run);

    /** With a result. */
    record Completed(Payload result) implements End {
        @Override
        public Command.Terminal command(Run run) {
            return new Command.CompleteRun(run.nextSeq(), UnitId.ROOT, result);
        }
    }

    /** Because {@code unit} threw something that nobody caught. */
    record Thrown(UnitId unit, Throwable thrown) implements End {
        @Override
        public Command.Terminal command(Run run) {
            Failure failure = Ended.failure(thrown);
            return failure instanceof Failure.Cancelled cancelled && run.rootScope().isCancelled()
                    ? new Command.CancelRun(run.nextSeq(), unit, cancelled)
                    : new Command.FailRun(run.nextSeq(), unit, failure);
        }
    }

    /** And go on as another run. */
    record Continued(String type, List<Payload> input, RunOptions options) implements End {
        /**
         * Checks what the command would check, while the code that says it can still hear of it.
         */
        public Continued {
            var checked =
                    new Command.ContinueAsNew(Command.SEQ_FIRST, UnitId.ROOT, type, input, options);
            input = checked.input();
        }

        @Override
        public Command.Terminal command(Run run) {
            return new Command.ContinueAsNew(
                    run.nextSeq(), UnitId.ROOT, type, input, run.optionsOf(run.nextSeq(), options));
        }
    }

    /** Hears that the root unit has ended. */
    record OfRoot(Run run) implements Unit.Ending {
        @Override
        public void ended(Unit root) {
            Throwable thrown = root.thrown();
            if (thrown instanceof ContinuedAsNew) {
                return;
            }
            run.endWith(
                    thrown == null
                            ? new Completed(
                                    (Payload) java.util.Objects.requireNonNull(root.value()))
                            : new Thrown(root.id, thrown));
        }
    }
}
