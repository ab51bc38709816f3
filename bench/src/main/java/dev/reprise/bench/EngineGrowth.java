package dev.reprise.bench;

import dev.reprise.Check;
import dev.reprise.RunId;
import dev.reprise.engine.Client;
import dev.reprise.engine.Engine;
import dev.reprise.engine.RunHandle;
import dev.reprise.flow.Body;
import dev.reprise.flow.Child;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A program that lets an engine on a folder do the same in three sizes, each ten times the one
 * before, and prints how long each took.
 */
public final class EngineGrowth {
    static final List<Integer> TIMES = List.of(1, 10, 100);

    /** What is small is over in milliseconds: a sample of it is so many, one after the other. */
    private static final int ROUNDS = 10;

    private EngineGrowth() {}

    /** How many samples; how many parts of the usual sizes, for tests. */
    public static void main(String[] arguments) throws IOException {
        int samples = Integer.parseInt(arguments[0]);
        System.out.print(measured(samples, 1));
    }

    /** What is made larger. */
    enum Load {
        /** A run with so many activities beside each other. */
        FANOUT("fanout-100", 100) {
            @Override
            void run(Client client, String name, int size) {
                await(client.start(Fans.class, new RunId(name), size), size);
            }
        },
        /** Two runs that tell each other something so many times. */
        PINGPONG("signal-pingpong", 10) {
            @Override
            void run(Client client, String name, int size) {
                var other = new RunId(name + "-other");
                RunHandle<Integer> pong =
                        client.start(Plays.class, other, new Game(name, size, false));
                RunHandle<Integer> ping =
                        client.start(
                                Plays.class, new RunId(name), new Game(other.value(), size, true));
                await(ping, size);
                await(pong, size);
            }
        },
        /** So many runs that sleep until the same moment. */
        STORM("sleep-storm", 1_000) {
            @Override
            void run(Client client, String name, int size) {
                List<CompletableFuture<Integer>> all = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    all.add(client.runAsync(Naps.class, new RunId(name + "-" + i), 1));
                }
                all.forEach(CompletableFuture::join);
            }
        },
        /** A run with so many children. */
        CHILD("child-10", 10) {
            @Override
            void run(Client client, String name, int size) {
                await(client.start(Raises.class, new RunId(name), size), size);
            }
        };

        final String label;
        final int size;

        Load(String label, int size) {
            this.label = label;
            this.size = size;
        }

        abstract void run(Client client, String name, int size);

        private static void await(RunHandle<Integer> run, int expected) {
            int result = run.result();
            Check.state(result == expected, "%s resulted in %d", run.id(), result);
        }
    }

    static Figures measured(int samples, int part) throws IOException {
        var figures = new Figures();
        var folder = StoreBench.temporary();
        try (var engine = registered(Engine.open(folder))) {
            int number = 0;
            for (var load : Load.values()) {
                // Rates rise until the compilers are done with it.
                for (int i = 0; i < 5 * samples; i++) {
                    load.run(engine.client(), "warm-" + number++, Math.max(1, load.size / part));
                }
                for (int i = 0; i < samples; i++) {
                    for (int times : TIMES) {
                        System.gc(); // what one has left is no matter of the next
                        int size = Math.max(1, load.size * times / part);
                        int rounds = Math.max(1, ROUNDS / times);
                        long begun = System.nanoTime();
                        for (int round = 0; round < rounds; round++) {
                            load.run(engine.client(), "run-" + number++, size);
                        }
                        double each = (double) (System.nanoTime() - begun) / rounds / size;
                        figures.put(load.label + "." + times, List.of(each));
                    }
                }
            }
        } finally {
            StoreBench.remove(folder);
        }
        return figures;
    }

    private static Engine registered(Engine engine) {
        return engine.register(Fans.class)
                .register(Plays.class)
                .register(Naps.class)
                .register(Raises.class)
                .register(Leaf.class)
                .activities(new Work.Done());
    }

    static final class Fans implements Workflow<Integer, Integer> {
        /** Called by the machine. */
        Fans() {}

        @Override
        public Integer run(Integer size) {
            List<Body<String>> branches = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                branches.add(() -> Flow.activity(Work.Steps.class).step(Work.INPUT));
            }
            return Flow.parallel(branches).size();
        }
    }

    /** With whom, how often, and who begins. */
    record Game(String other, int rounds, boolean first) {}

    static final class Plays implements Workflow<Game, Integer> {
        /** Called by the machine. */
        Plays() {}

        @Override
        public Integer run(Game game) {
            var other = Flow.external(new RunId(game.other()));
            for (int i = 0; i < game.rounds(); i++) {
                if (game.first()) {
                    other.signal("ball", i);
                }
                Flow.signal("ball", Integer.class);
                if (!game.first()) {
                    other.signal("ball", i);
                }
            }
            return game.rounds();
        }
    }

    static final class Naps implements Workflow<Integer, Integer> {
        /** Called by the machine. */
        Naps() {}

        @Override
        public Integer run(Integer seconds) {
            Flow.sleep(Duration.ofMillis(1));
            return seconds;
        }
    }

    static final class Raises implements Workflow<Integer, Integer> {
        /** Called by the machine. */
        Raises() {}

        @Override
        public Integer run(Integer size) {
            List<Child<Integer>> children = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                children.add(Flow.child(Leaf.class).start(1));
            }
            int sum = 0;
            for (var child : children) {
                sum += child.result().get();
            }
            return sum;
        }
    }

    static final class Leaf implements Workflow<Integer, Integer> {
        /** Called by the machine. */
        Leaf() {}

        @Override
        public Integer run(Integer value) {
            return value;
        }
    }
}
