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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A program that lets an engine on a folder do the same in three sizes, each ten times the one
 * before, and prints how long each took.
 */
public final class EngineGrowth {
    static final List<Integer> TIMES = List.of(1, 10, 100);

    /** What is small is over in milliseconds: a sample of it is so many, one after the other. */
    private static final int ROUNDS = 10;

    /** So long before they are to wake sleeping runs are started, each: more than it takes. */
    private static final long START_MICROS = 60;

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
            long nanos(Client client, String name, int size) {
                return timed(() -> await(client.start(Fans.class, new RunId(name), size), size));
            }
        },
        /** Two runs that tell each other something so many times. */
        PINGPONG("signal-pingpong", 10) {
            @Override
            long nanos(Client client, String name, int size) {
                var other = new RunId(name + "-other");
                return timed(
                        () -> {
                            var pong = new Game(name, size, false);
                            var ping = new Game(other.value(), size, true);
                            RunHandle<Integer> waits = client.start(Plays.class, other, pong);
                            await(client.start(Plays.class, new RunId(name), ping), size);
                            await(waits, size);
                        });
            }
        },
        /**
         * So many runs that sleep until the same moment; whoever started them waits for their
         * results, and how long all of them sleep is left out.
         */
        STORM("sleep-storm", 1_000) {
            @Override
            long nanos(Client client, String name, int size) {
                long[] idle = {0};
                long all =
                        timed(
                                () -> {
                                    long span = 100 + size * START_MICROS / 1_000;
                                    long moment = System.currentTimeMillis() + span;
                                    var results = started(client, name, size, moment);
                                    long left = moment - System.currentTimeMillis();
                                    idle[0] = TimeUnit.MILLISECONDS.toNanos(Math.max(0, left));
                                    results.forEach(it -> Check.state(it.join() == 1, "woke"));
                                });
                return all - idle[0];
            }

            private List<CompletableFuture<Integer>> started(
                    Client client, String name, int size, long moment) {
                List<CompletableFuture<RunHandle<Integer>>> starts = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    starts.add(client.startAsync(Naps.class, new RunId(name + "-" + i), moment));
                }
                return starts.stream().map(it -> it.join().resultAsync()).toList();
            }
        },
        /** A run with so many children. */
        CHILD("child-10", 10) {
            @Override
            long nanos(Client client, String name, int size) {
                return timed(() -> await(client.start(Raises.class, new RunId(name), size), size));
            }
        };

        final String label;
        final int size;

        Load(String label, int size) {
            this.label = label;
            this.size = size;
        }

        /** Does it, and says how long that took. */
        abstract long nanos(Client client, String name, int size);

        private static long timed(Runnable work) {
            long begun = System.nanoTime();
            work.run();
            return System.nanoTime() - begun;
        }

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
                    load.nanos(engine.client(), "warm-" + number++, Math.max(1, load.size / part));
                }
                // The first of a size meets code and memory that nobody has used yet.
                for (int times : TIMES) {
                    int size = Math.max(1, load.size * times / part);
                    load.nanos(engine.client(), "warm-" + number++, size);
                }
                for (int i = 0; i < samples; i++) {
                    for (int times : TIMES) {
                        System.gc(); // what one has left is no matter of the next
                        int size = Math.max(1, load.size * times / part);
                        int rounds = Math.max(1, ROUNDS / times);
                        long nanos = 0;
                        for (int round = 0; round < rounds; round++) {
                            nanos += load.nanos(engine.client(), "run-" + number++, size);
                        }
                        double each = (double) nanos / rounds / size;
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

    static final class Naps implements Workflow<Long, Integer> {
        /** Called by the machine. */
        Naps() {}

        @Override
        public Integer run(Long moment) {
            var left = Duration.between(Flow.now(), Instant.ofEpochMilli(moment));
            Flow.sleep(left.isNegative() ? Duration.ZERO : left);
            return 1;
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
