package dev.reprise.flow;

import org.jspecify.annotations.Nullable;

/**
 * A part of a run that can be cancelled by itself: what is started and waited for inside it ends
 * when it is cancelled, and when what is around it is, unless it is shielded.
 */
public final class Scope {
    private final Run run;
    private final @Nullable Scope parent;
    private final boolean shielded;
    private @Nullable String reason;

    Scope(Run run, @Nullable Scope parent, boolean shielded) {
        this.run = run;
        this.parent = parent;
        this.shielded = shielded;
    }

    /** Carries out a piece of code inside this scope. */
    public <T extends @Nullable Object> T run(Body<T> body) {
        return Unit.acting(run).inScope(this, body);
    }

    /** Cancels what is inside, unless it is cancelled already. */
    public void cancel(String why) {
        Unit.acting(run);
        cancelNow(why);
    }

    void cancelNow(String why) {
        if (reason == null) {
            reason = why;
            run.cancelled(this, why);
        }
    }

    /** Whether this scope is cancelled, by itself or from around. */
    public boolean isCancelled() {
        return why() != null;
    }

    /** Why it is cancelled, or null when it is not. */
    @Nullable String why() {
        for (Scope scope = this; scope != null; scope = scope.shielded ? null : scope.parent) {
            if (scope.reason != null) {
                return scope.reason;
            }
        }
        return null;
    }

    boolean isCancelledItself() {
        return reason != null;
    }

    /** Whether cancelling this scope cancels {@code inner}. */
    boolean covers(Scope inner) {
        for (Scope scope = inner; scope != null; scope = scope.shielded ? null : scope.parent) {
            if (scope == this) {
                return true;
            }
        }
        return false;
    }
}
