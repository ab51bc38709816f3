package dev.reprise.sim.explore;

import dev.reprise.RunId;
import dev.reprise.SplitMix64;
import dev.reprise.engine.run.Onlooker;
import dev.reprise.sim.node.Node;
import dev.reprise.sim.node.Plate;
import java.lang.System.Logger.Level;

/** One process of an explored world. */
final class ExploredProcess extends Node {
    /** What engines say to people is for those who run one: here it is a part of the story. */
    private record Listening(Tale tale) implements Onlooker {
        @Override
        public void stuck(RunId run, String type, String why) {
            tale.stuck(run, why);
        }

        @Override
        public void say(Level level, String message) {}

        @Override
        public void broke(String message, Throwable thrown) {
            throw new IllegalStateException(message, thrown);
        }
    }

    private boolean registered;

    ExploredProcess(Exploration scenario, int index, Plate plate, Times times, Tale tale) {
        super(
                index,
                plate,
                times,
                new SplitMix64(scenario.terms().seed() + index)::next,
                scenario.timersMax(),
                scenario.settings(),
                new Listening(tale));
    }

    /** Whether it has taken up what there is, and has no code yet. */
    boolean mayRegister() {
        return isRecovered() && !registered;
    }

    void register(Exploration scenario, boolean upgraded) {
        registered = true;
        scenario.code(upgraded).forEach(it -> it.accept(conductor));
    }

    boolean isReady() {
        return registered && !hasFailed();
    }
}
