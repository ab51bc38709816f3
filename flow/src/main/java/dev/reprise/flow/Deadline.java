package dev.reprise.flow;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Cancels a piece of code when its time is up. */
final class Deadline {
    private Deadline() {}

    static <T extends @Nullable Object> T run(Unit unit, Duration limit, Body<T> body) {
        unit.checkCancelled();
        var scope = new Scope(unit.run, unit.scope(), false);
        Operation.Timer timer = unit.run.startTimer(unit, limit);
        Promise.Listener up =
                _ -> {
                    if (timer.hasFired()) {
                        scope.cancelNow("it took longer than " + limit);
                    }
                };
        timer.promise.listen(up);
        try {
            return unit.inScope(scope, body);
        } catch (Cancelled e) {
            if (scope.isCancelledItself() && !unit.scope().isCancelled()) {
                throw new TimedOut(limit);
            }
            throw e;
        } finally {
            timer.promise.forget(up);
            timer.dismiss();
        }
    }
}
