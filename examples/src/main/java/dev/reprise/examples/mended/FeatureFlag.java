package dev.reprise.examples.mended;

import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.guard.Allowed;
import dev.reprise.flow.guard.Rule;

/**
 * An agent asks a language model, and sends what it says. Which model, is a setting that whoever
 * operates the process changes while it runs.
 *
 * <p>{@code Before} reads the setting in the code of the workflow. It is changed while a run waits
 * for its answer. Later the process dies, or the run leaves memory; its code is run again, asks
 * another model than the one that is recorded, and is stuck. {@code WorkflowType} refuses such code
 * when it is registered; here it was told not to.
 *
 * <p>{@code After} takes the setting as a side effect: it is read once and recorded.
 */
final class FeatureFlag {
    private FeatureFlag() {}

    /** What operators can change. */
    static final class Settings {
        static volatile String model = "small";

        private Settings() {}
    }

    interface Models {
        String ask(String model, String question);
    }

    interface Mail {
        void send(String answer);
    }

    /** Reads the setting whenever its code is run. */
    @Allowed(value = Rule.STATIC_STATE, reason = "this is what is to be found")
    static final class Before implements Workflow<String, String> {
        @Override
        public String run(String question) {
            String answer = Flow.activity(Models.class).ask(Settings.model, question);
            Flow.activity(Mail.class).send(answer);
            return answer;
        }
    }

    /** Reads the setting once. */
    static final class After implements Workflow<String, String> {
        @Override
        public String run(String question) {
            String model = Flow.sideEffect("model", String.class, () -> Settings.model);
            String answer = Flow.activity(Models.class).ask(model, question);
            Flow.activity(Mail.class).send(answer);
            return answer;
        }
    }

    /** Somebody operates the process: an activity, so that it happens at some moment. */
    interface Operator {
        void use(String model);
    }

    /** What the operator does. */
    static final class Rollout implements Workflow<String, String> {
        @Override
        public String run(String model) {
            Flow.activity(Operator.class).use(model);
            return model;
        }
    }
}
