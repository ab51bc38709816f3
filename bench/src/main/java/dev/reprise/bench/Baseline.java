package dev.reprise.bench;

import dev.reprise.Check;
import java.util.List;

/** What a case is compared with, measured in the same run. */
sealed interface Baseline {
    /** What it is, for people. */
    String name();

    /** What has to be measured for it beside the cases. */
    List<Other> others();

    /** Another way to do the same, which is not a case of its own. */
    record Other(String name, Measure measure) implements Baseline {
        @Override
        public List<Other> others() {
            return List.of(this);
        }
    }

    /** The best of several other ways; all are measured. */
    record BestOf(List<Other> others) implements Baseline {
        public BestOf {
            others = List.copyOf(others);
            Check.argument(!others.isEmpty(), "the best of nothing is nothing");
        }

        @Override
        public String name() {
            return "best of " + others.size();
        }
    }

    /** Another case of the suite. */
    record OtherCase(String name) implements Baseline {
        @Override
        public List<Other> others() {
            return List.of();
        }
    }
}
