package dev.reprise.bench;

import dev.reprise.engine.Engine;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;

/** The workflows that the engine is measured with: so many activities, one after the other. */
enum Work {
    W0(NoSteps.class, 0),
    W1(ThreeSteps.class, 3),
    W2(TenSteps.class, 10);

    /** What every run is given, and results in. */
    static final String INPUT = "order 4711";

    private final Class<? extends Workflow<String, String>> type;
    private final int steps;

    Work(Class<? extends Workflow<String, String>> type, int steps) {
        this.type = type;
        this.steps = steps;
    }

    Class<? extends Workflow<String, String>> type() {
        return type;
    }

    int steps() {
        return steps;
    }

    /** The same engine, which can carry out all of them. */
    static Engine registered(Engine engine) {
        for (var each : values()) {
            engine.register(each.type);
        }
        return engine.activities(new Done());
    }

    /** An activity that does nothing. */
    interface Steps {
        String step(String it);
    }

    static final class Done implements Steps {
        @Override
        public String step(String it) {
            return it;
        }
    }

    static final class NoSteps implements Workflow<String, String> {
        /** Called by the machine. */
        NoSteps() {}

        @Override
        public String run(String input) {
            return input;
        }
    }

    static final class ThreeSteps implements Workflow<String, String> {
        /** Called by the machine. */
        ThreeSteps() {}

        @Override
        public String run(String input) {
            return carriedOut(3, input);
        }
    }

    static final class TenSteps implements Workflow<String, String> {
        /** Called by the machine. */
        TenSteps() {}

        @Override
        public String run(String input) {
            return carriedOut(10, input);
        }
    }

    static final class FiveSteps implements Workflow<String, String> {
        /** Called by the machine. */
        FiveSteps() {}

        @Override
        public String run(String input) {
            return carriedOut(5, input);
        }
    }

    private static String carriedOut(int steps, String input) {
        String it = input;
        for (int i = 0; i < steps; i++) {
            it = Flow.activity(Steps.class).step(it);
        }
        return it;
    }
}
