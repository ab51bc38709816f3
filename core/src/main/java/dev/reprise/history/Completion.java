package dev.reprise.history;

import dev.reprise.Failure;
import dev.reprise.choice.ChoiceLog;
import java.util.List;

/** What came of one activation. */
public sealed interface Completion {
    /**
     * The activation was carried out.
     *
     * @param commands what the run wants done, in order
     * @param choices the choices it made with freedom
     * @param answers what it says to those who wait; it leaves no history
     */
    record Decided(List<Command> commands, ChoiceLog choices, List<Answer> answers)
            implements Completion {
        /** Nothing was decided. */
        public static final Decided NOTHING = new Decided(List.of(), ChoiceLog.EMPTY, List.of());

        /** Copies the lists. */
        public Decided {
            commands = Limits.copied("commands", commands, Limits.COMMANDS_MAX);
            answers = Limits.copied("answers", answers, Limits.JOBS_MAX);
        }

        /** Commands alone, without choices and answers. */
        public static Decided of(List<Command> commands) {
            return new Decided(commands, ChoiceLog.EMPTY, List.of());
        }

        /** The same without answers: what is kept of it. */
        public Decided withoutAnswers() {
            return answers.isEmpty() ? this : new Decided(commands, choices, List.of());
        }

        /** Whether a scheduler decided anything: else the choices are {@link ChoiceLog#EMPTY}. */
        public boolean hasChoices() {
            return choices.steps() > 0 || !choices.equals(ChoiceLog.EMPTY);
        }

        /** Whether the run has ended with this. */
        public boolean isTerminal() {
            return !commands.isEmpty() && commands.getLast() instanceof Command.Terminal;
        }
    }

    /** The activation could not be carried out: the run is where it was before. */
    record Failed(Failure.Activation failure) implements Completion {}
}
