package dev.reprise.examples.mended;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import java.util.ArrayList;
import java.util.List;

/**
 * An agent that answers questions, for years: so that its history does not grow without end, it
 * continues as new after every second answer.
 *
 * <p>{@code Before} begins the next leg with the number of answers. Questions that were heard, and
 * not answered yet, were in a field of the leg that has ended: nobody answers them.
 *
 * <p>{@code After} hands on what is left to do.
 */
final class LostOnContinue {
    private static final int ANSWERS_MAX = 2;

    private LostOnContinue() {}

    interface Models {
        void answer(String question);
    }

    /** Hands on how many answers there were. */
    static final class Before implements Workflow<Integer, Void> {
        private final List<String> questions = new ArrayList<>();

        @Override
        public Void run(Integer answered) {
            for (int left = ANSWERS_MAX; left > 0; left--) {
                Flow.await(() -> !questions.isEmpty());
                Flow.activity(Models.class).answer(questions.removeFirst());
            }
            return Flow.continueAsNew(answered + ANSWERS_MAX);
        }

        @Signal
        void ask(String question) {
            questions.add(question);
        }
    }

    record Desk(int answered, List<String> questions) {}

    /** Hands on what is to be answered, too. */
    static final class After implements Workflow<Desk, Void> {
        private final List<String> questions = new ArrayList<>();

        @Override
        public Void run(Desk desk) {
            questions.addAll(0, desk.questions());
            for (int left = ANSWERS_MAX; left > 0; left--) {
                Flow.await(() -> !questions.isEmpty());
                Flow.activity(Models.class).answer(questions.removeFirst());
            }
            return Flow.continueAsNew(new Desk(desk.answered() + ANSWERS_MAX, questions));
        }

        @Signal
        void ask(String question) {
            questions.add(question);
        }
    }
}
