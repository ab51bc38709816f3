package dev.reprise.flow;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** The logger of workflow code: silent on replay, and said by the driver, which may block. */
final class FlowLogger implements System.Logger {
    static final FlowLogger INSTANCE = new FlowLogger();

    private FlowLogger() {}

    @Override
    public String getName() {
        return "dev.reprise.flow";
    }

    @Override
    public boolean isLoggable(Level level) {
        return !Unit.reading().run.isReplaying();
    }

    @Override
    public void log(
            Level level,
            @Nullable ResourceBundle bundle,
            String message,
            @Nullable Throwable thrown) {
        Unit unit = Unit.reading();
        if (!unit.run.isReplaying()) {
            unit.run.trace().say(level, unit.run.name() + " " + unit.id + ": " + message, thrown);
        }
    }

    @Override
    public void log(
            Level level,
            @Nullable ResourceBundle bundle,
            String format,
            @Nullable Object @Nullable ... parameters) {
        if (isLoggable(level)) {
            String message =
                    parameters == null || parameters.length == 0
                            ? format
                            : new MessageFormat(format, Locale.ROOT).format(parameters);
            log(level, bundle, message, (Throwable) null);
        }
    }
}
