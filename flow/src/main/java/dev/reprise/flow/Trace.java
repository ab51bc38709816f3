package dev.reprise.flow;

import dev.reprise.history.Command;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept about how an activation was carried out, for people: log lines, which are said when
 * the step that wrote them has ended, and, when asked for, the line of code that decided each
 * command.
 */
final class Trace {
    /** Who hears what the code of workflows has to say, and what the machine says about it. */
    interface Voice {
        void say(System.Logger.Level level, String message, @Nullable Throwable thrown);
    }

    private record Said(System.Logger.Level level, String message, @Nullable Throwable thrown) {}

    /** The line of code that decided a command. */
    record Decided(Command command, String line) {}

    private final Voice voice;
    private final boolean lines;
    private List<Said> said = List.of();
    private List<Decided> decided = List.of();

    Trace(Voice voice, boolean lines) {
        this.voice = voice;
        this.lines = lines;
    }

    void clear() {
        decided = List.of();
    }

    void say(System.Logger.Level level, String message, @Nullable Throwable thrown) {
        if (said.isEmpty()) {
            said = new ArrayList<>();
        }
        said.add(new Said(level, message, thrown));
    }

    void stepEnded() {
        if (!said.isEmpty()) {
            List<Said> all = said;
            said = List.of();
            all.forEach(it -> voice.say(it.level, it.message, it.thrown));
        }
    }

    void decided(Command command) {
        if (lines) {
            if (decided.isEmpty()) {
                decided = new ArrayList<>();
            }
            decided.add(new Decided(command, Lines.of(new Throwable().getStackTrace()).orElse("")));
        }
    }

    List<Decided> decided() {
        return decided;
    }
}
