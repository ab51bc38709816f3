package dev.reprise.choice;

import dev.reprise.testing.ChoiceProgram;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Logs for tests, and both forms of a log without streams. */
final class Logs {
    private Logs() {}

    /** The log of the program of {@code seed}. */
    static ChoiceLog random(long seed, int steps, int burstMax) {
        var recording = Scheduler.random(seed).recorded();
        ChoiceProgram.of(seed, steps, burstMax).run(recording);
        return recording.log();
    }

    /** The example of docs/choice-log.md: three tokens, each chosen one leaves. */
    static ChoiceLog example() {
        var token = new Kind(1, "token");
        var set = new EnabledSet();
        for (int number = 1; number <= 3; number++) {
            set.add(Action.of(token.key(number)));
        }
        var recording = Scheduler.deterministic().recorded();
        while (set.size() > 0) {
            set.remove(recording.choose(set).key());
        }
        return recording.log();
    }

    /** A log with every form of an entry, long gaps, several kinds, and large numbers. */
    static ChoiceLog sample() {
        var token = new Kind(1, "token");
        var timer = new Kind(300, "timer");
        var set = new EnabledSet();
        var recording = Scheduler.random(11).recorded();
        for (int number = 0; number < 4; number++) {
            set.add(Action.of(token.key(number)));
        }
        recording.choose(set);
        set.remove(recording.choose(set).key());
        for (int single = 0; single < 40; single++) {
            recording.choose(Enabled.of(Action.of(timer.key(1))));
        }
        set.add(Action.of(timer.key(Key.NUMBER_MAX)));
        recording.choose(set);
        recording.choose(Enabled.of(Action.of(timer.key(5)), Action.of(token.key(1))));
        for (int number = 100; number < 120; number++) {
            set.add(Action.of(token.key(number)));
        }
        set.remove(recording.choose(set).key());
        set.add(Action.of(token.key(50)));
        set.remove(timer.key(Key.NUMBER_MAX));
        recording.choose(set);
        set.remove(recording.choose(set).key());
        recording.choose(set);
        recording.choose(Enabled.of(Action.of(timer.key(5))));
        return recording.log();
    }

    /** A class for every action, a third of them each. */
    static Priority classOf(Action action) {
        return classOf((int) (action.key().number() % 3));
    }

    static Priority classOf(int third) {
        return switch (third) {
            case 0 -> Priority.HIGH;
            case 1 -> Priority.NORMAL;
            default -> Priority.LOW;
        };
    }

    static String toJson(ChoiceLog log) {
        var out = new ByteArrayOutputStream();
        try {
            log.writeJson(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    static ChoiceLog fromJson(String json) {
        try {
            return ChoiceLog.readJson(
                    new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
