package dev.reprise.engine.activity;

import dev.reprise.Failure;
import dev.reprise.Payload;
import java.time.Instant;
import java.util.Optional;

/** Hooks before other hooks. */
record HookChain(Hooks first, Hooks then) implements Hooks {
    @Override
    public Optional<Failure> onDispatch(Call call) {
        return earlier(first.onDispatch(call), then.onDispatch(call));
    }

    @Override
    public Optional<Failure> onComplete(Call call, Payload value) {
        return earlier(first.onComplete(call, value), then.onComplete(call, value));
    }

    private static Optional<Failure> earlier(Optional<Failure> one, Optional<Failure> other) {
        return one.isPresent() ? one : other;
    }

    @Override
    public void onFail(Call call, Failure failure) {
        first.onFail(call, failure);
        then.onFail(call, failure);
    }

    @Override
    public void onRetry(Call call, Failure failure, Instant due) {
        first.onRetry(call, failure, due);
        then.onRetry(call, failure, due);
    }

    @Override
    public void onFallback(Call call, Failure failure) {
        first.onFallback(call, failure);
        then.onFallback(call, failure);
    }

    @Override
    public void onBreakerChange(String breaker, String before, String after) {
        first.onBreakerChange(breaker, before, after);
        then.onBreakerChange(breaker, before, after);
    }

    /** Both are guarded already. */
    @Override
    public Hooks guarded() {
        return this;
    }
}
