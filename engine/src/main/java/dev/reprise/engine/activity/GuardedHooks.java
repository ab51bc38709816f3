package dev.reprise.engine.activity;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.form.LogLine;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Hooks whose exceptions are logged, and have no other effect. */
final class GuardedHooks implements Hooks {
    private static final System.Logger LOG = System.getLogger(Hooks.class.getName());

    private final Hooks hooks;
    private final BiConsumer<String, Throwable> log;

    GuardedHooks(Hooks hooks) {
        this(hooks, (message, thrown) -> LOG.log(Level.WARNING, message, thrown));
    }

    GuardedHooks(Hooks hooks, BiConsumer<String, Throwable> log) {
        this.hooks = hooks;
        this.log = log;
    }

    @Override
    public Hooks guarded() {
        return this;
    }

    @Override
    public Optional<Failure> onDispatch(Call call) {
        return asked("onDispatch", call.type(), () -> hooks.onDispatch(call));
    }

    @Override
    public Optional<Failure> onComplete(Call call, Payload value) {
        return asked("onComplete", call.type(), () -> hooks.onComplete(call, value));
    }

    @Override
    public void onFail(Call call, Failure failure) {
        told("onFail", call.type(), () -> hooks.onFail(call, failure));
    }

    @Override
    public void onRetry(Call call, Failure failure, Instant due) {
        told("onRetry", call.type(), () -> hooks.onRetry(call, failure, due));
    }

    @Override
    public void onFallback(Call call, Failure failure) {
        told("onFallback", call.type(), () -> hooks.onFallback(call, failure));
    }

    @Override
    public void onBreakerChange(String breaker, String before, String after) {
        told("onBreakerChange", breaker, () -> hooks.onBreakerChange(breaker, before, after));
    }

    private void told(String hook, String about, Runnable call) {
        asked(
                hook,
                about,
                () -> {
                    call.run();
                    return Optional.empty();
                });
    }

    private Optional<Failure> asked(String hook, String about, Supplier<Optional<Failure>> call) {
        try {
            return call.get();
        } catch (Throwable e) {
            log.accept(
                    new LogLine("hook-threw")
                            .with("hook", hook)
                            .with("about", about)
                            .saying("Nothing follows from that."),
                    e);
            return Optional.empty();
        }
    }
}
