package dev.reprise.pattern;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.SplitMix64;
import dev.reprise.choice.Scheduler;
import dev.reprise.pattern.Frame.Token;
import java.time.Duration;
import java.util.TreeMap;

/**
 * A run of a pattern in a world that a seed decides: when effects come back and how, which signals
 * come, when time passes, when the run or a region is cancelled. The world sees only what can be
 * observed, so the same seed is the same world to any other way of carrying patterns out.
 */
final class RandomRun {
    private static final int EVENTS_MAX = 40;
    private static final int STEPS_MAX = 150;

    private final SplitMix64 world;
    private final Interpreter run;

    /** The keys of all tokens that were seen, by what they are made of. */
    final TreeMap<String, Long> keys = new TreeMap<>();

    int steps;

    RandomRun(Pattern pattern, long world, Scheduler scheduler) {
        this(new Reference(RunnablePattern.CODE.link(pattern), Context.EMPTY, scheduler), world);
    }

    RandomRun(Interpreter run, long world) {
        this.world = new SplitMix64(world);
        this.run = run;
    }

    Interpreter go() {
        look();
        for (int event = 0; event < EVENTS_MAX && !run.isOver(); event++) {
            int patience = world.below(6);
            for (int i = 0; i < patience && steps < STEPS_MAX && run.step(); i++) {
                steps++;
                look();
            }
            event();
            look();
        }
        while (steps < STEPS_MAX && run.step()) {
            steps++;
            look();
        }
        return run;
    }

    private void event() {
        var asking = run.asking();
        switch (world.below(12)) {
            case 0 -> run.signal(signal(), Payload.text("s"));
            case 1 -> run.elapse(Duration.ofSeconds(1));
            case 2 -> {
                int rarely = world.below(40);
                if (rarely == 0) {
                    run.cancel();
                } else if (rarely < 4) {
                    run.cancel(rarely == 1 ? "i" : "r");
                }
            }
            default -> {
                if (!asking.isEmpty()) {
                    run.resume(asking.get(world.below(asking.size())).key(), outcome());
                }
            }
        }
    }

    private String signal() {
        return RunnablePattern.SIGNALS.get(world.below(RunnablePattern.SIGNALS.size()));
    }

    private Outcome outcome() {
        return world.below(8) == 0
                ? new Outcome.Failed(new Failure.Application("Drawn", "by the world"))
                : new Outcome.Completed(Payload.text(String.valueOf(world.below(6))));
    }

    private void look() {
        run.invariants();
        if (run instanceof Reference reference) {
            for (var token : reference.tokens) {
                keys.put(origin(reference, token), token.key.number());
            }
        }
    }

    /** Where the token was born: the outermost frame that it owns, or the whole. */
    private static String origin(Reference run, Token token) {
        var own = token.chain().reversed().stream().filter(it -> it.owner == token).findFirst();
        if (own.isEmpty() || token.key.number() == 0) {
            return "root";
        }
        var numbers =
                own.get().chain().reversed().stream()
                        .filter(it -> it.number >= 0)
                        .map(it -> it.number)
                        .toList();
        return run.places.path(own.get().place) + numbers;
    }
}
