package dev.reprise.flow;

import dev.reprise.RunId;
import dev.reprise.history.Command;
import org.jspecify.annotations.Nullable;

/** Another run, which this one did not start. */
public final class ExternalRun {
    private final RunId runId;

    ExternalRun(RunId runId) {
        this.runId = runId;
    }

    /**
     * Sends it a signal. Pauses until that has arrived.
     *
     * @throws ExternalFailed when it cannot arrive
     */
    public void signal(String name, @Nullable Object... input) {
        Unit unit = Unit.acting();
        unit.checkCancelled();
        Run run = unit.run;
        var payloads = run.encodeAll(input);
        var operation = new Operation.External(unit, run.nextSeq(), "signal " + name, runId);
        run.emit(new Command.SignalExternal(operation.seq, unit.id, runId, name, payloads));
        run.pending.add(operation);
        unit.takeWhole(operation.promise);
    }

    /**
     * Asks it to cancel. Pauses until that has arrived.
     *
     * @throws ExternalFailed when it cannot arrive
     */
    public void cancel(String reason) {
        Unit unit = Unit.acting();
        unit.checkCancelled();
        Run run = unit.run;
        var operation = new Operation.External(unit, run.nextSeq(), "a cancel", runId);
        run.emit(new Command.CancelExternal(operation.seq, unit.id, runId, reason));
        run.pending.add(operation);
        unit.takeWhole(operation.promise);
    }
}
