package dev.reprise.sim;

import dev.reprise.engine.exec.Crew;
import dev.reprise.engine.exec.Lane;
import dev.reprise.engine.exec.Runner;
import dev.reprise.engine.exec.Shape;
import dev.reprise.engine.exec.Waker;
import dev.reprise.engine.exec.Watcher;
import dev.reprise.engine.exec.Worker;
import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Host;
import dev.reprise.sim.task.Tasks;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.function.Consumer;

/** Bugs of an executor, each made by replacing one step of the real one; all must be found. */
enum PlantedBug implements Staffing {
    /** A thief takes the youngest task of its victim. */
    WRONG_STEAL_END("QueueOrder") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(
                    crew,
                    id,
                    new PlainLane() {
                        @Override
                        public RunToken steal() {
                            return tasks.pollLast();
                        }
                    });
        }
    },

    /** A worker takes its own oldest task. */
    WRONG_LOCAL_END("QueueOrder") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(
                    crew,
                    id,
                    new PlainLane() {
                        @Override
                        public RunToken pop() {
                            return tasks.pollFirst();
                        }
                    });
        }
    },

    /** Every task that comes for all is put in front of the others. */
    SHARED_QUEUE_JUMPED("QueueOrder", "WakeOnHoard", "LostTask") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(crew, id) {
                @Override
                protected RunToken fromInjector() {
                    var first = super.fromInjector();
                    var second = first == null ? null : super.fromInjector();
                    if (second == null) {
                        return first;
                    }
                    lane().push(first);
                    return second;
                }
            };
        }
    },

    /** Nobody is ever woken. */
    FORGOTTEN_UNPARK("WakeOnHoard") {
        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            return new Crew<>(shape, runner, watcher, waker) {
                @Override
                protected void unparkOne() {}
            };
        }
    },

    /** Every third time nobody is woken. */
    UNPARK_SOMETIMES_FORGOTTEN("WakeOnHoard") {
        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            return new Crew<>(shape, runner, watcher, waker) {
                private int calls;

                @Override
                protected void unparkOne() {
                    if (++calls % 3 != 0) {
                        super.unparkOne();
                    }
                }
            };
        }
    },

    /** One is enough, and two are woken. */
    UNPARKED_TWICE("WakeOnHoard", "RoundRobin") {
        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            return new Crew<>(shape, runner, watcher, waker) {
                @Override
                protected void unparkOne() {
                    super.unparkOne();
                    super.unparkOne();
                }
            };
        }
    },

    /** It is always the first worker that is woken. */
    WAKES_THE_SAME("RoundRobin") {
        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            return new Crew<>(shape, runner, watcher, waker) {
                @Override
                protected Worker<RunToken> hire(int id) {
                    return new BadWorker(this, id);
                }

                @Override
                protected void unparkOne() {
                    if (shape.wakeIdle()) {
                        super.unparkOne();
                    } else {
                        ((BadWorker) worker(0)).unpark();
                        watcher.unparked(0);
                    }
                }
            };
        }
    },

    /** The hoard is one too large. */
    THRESHOLD_OFF_BY_ONE("WakeOnHoard") {
        @Override
        Shape shape(Shape shape) {
            return shape.withHoard(shape.hoard() + 1);
        }
    },

    /** Every task in a lane wakes somebody. */
    THRESHOLD_IGNORED("WakeOnHoard") {
        @Override
        Shape shape(Shape shape) {
            return shape.withHoard(1);
        }
    },

    /** The shared queue is looked at only when a lane is empty. */
    NEVER_POLLS("Starvation") {
        @Override
        Shape shape(Shape shape) {
            return shape.withPollEvery(0);
        }
    },

    /** Who sleeps is woken in turn where sleepers should come first, and the other way round. */
    WAKES_THE_WRONG_ONE("RoundRobin", "WakeOnHoard") {
        @Override
        Shape shape(Shape shape) {
            return shape.withWakeIdle(!shape.wakeIdle());
        }
    },

    /** What has run is counted out twice. */
    LEFT_TWICE("InFlightCount", "GateKept") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(crew, id) {
                @Override
                protected void leave() {
                    super.leave();
                    super.leave();
                }
            };
        }
    },

    /** What has run is never counted out. */
    NEVER_LEFT("InFlightCount") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(crew, id) {
                @Override
                protected void leave() {}
            };
        }
    },

    /** A task is counted out when it is taken, not when it has run. */
    LEFT_EARLY("GateKept", "LostTask", "InFlightCount") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(crew, id) {
                private boolean early;

                @Override
                protected RunToken fromLane() {
                    var task = super.fromLane();
                    if (task != null) {
                        super.leave();
                        early = true;
                    }
                    return task;
                }

                @Override
                protected void leave() {
                    if (!early) {
                        super.leave();
                    }
                    early = false;
                }
            };
        }
    },

    /** A closed gate lets in. */
    GATE_IGNORED("GateKept", "InFlightCount") {
        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            return new Crew<>(shape, runner, watcher, waker) {
                @Override
                public boolean submit(RunToken task) {
                    if (!super.submit(task)) {
                        inject(task);
                    }
                    return true;
                }
            };
        }
    },

    /** The gate is read once, and what was read then is believed the next time. */
    GATE_READ_ONCE("GateKept", "InFlightCount") {
        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            return new Crew<>(shape, runner, watcher, waker) {
                private boolean wasOpen = true;

                @Override
                public boolean submit(RunToken task) {
                    boolean open = wasOpen;
                    wasOpen = isOpen();
                    if (open && !super.submit(task)) {
                        inject(task);
                    }
                    return open;
                }
            };
        }
    },

    /** The gate refuses when there is much to do. */
    GATE_REFUSES("GateKept") {
        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            return new Crew<>(shape, runner, watcher, waker) {
                @Override
                public boolean submit(RunToken task) {
                    return inFlight() <= 2 && super.submit(task);
                }
            };
        }
    },

    /** At the end nobody is woken to see it. */
    END_UNSEEN("LostWakeup") {
        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            return new Crew<>(shape, runner, watcher, waker) {
                @Override
                protected void unparkAll() {}
            };
        }
    },

    /** All is done when the gate is closed, whatever is in flight. */
    DONE_EARLY("GateKept") {
        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            return new Crew<>(shape, runner, watcher, waker) {
                @Override
                public void close() {
                    super.close();
                    finish();
                }
            };
        }
    },

    /** A task is in a lane twice. */
    PUSHED_TWICE("OnePlace", "DoubleRun") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(crew, id) {
                @Override
                public void spawnLocal(RunToken task) {
                    super.spawnLocal(task);
                    lane().push(task);
                }
            };
        }
    },

    /** A task for the own lane goes to the first worker's. */
    WRONG_LANE("OnePlace") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(crew, id) {
                @Override
                public void spawnLocal(RunToken task) {
                    super.spawnLocal(task);
                    crew.worker(0).lane().push(lane().pop());
                }
            };
        }
    },

    /** A task is run twice for one run-token. */
    RUN_TWICE("DoubleRun") {
        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            return new Crew<>(
                    shape,
                    (token, worker) -> {
                        runner.run(token, worker);
                        runner.run(token, worker);
                    },
                    watcher,
                    waker);
        }
    },

    /** A stolen task is dropped. */
    LOST_IN_THEFT("LostTask", "OnePlace") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(crew, id) {
                @Override
                protected RunToken stealFrom(Worker<RunToken> other) {
                    super.stealFrom(other);
                    return null;
                }
            };
        }
    },

    /** A stolen task stays where it was. */
    COPIED_IN_THEFT("OnePlace", "DoubleRun") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(crew, id) {
                @Override
                protected RunToken stealFrom(Worker<RunToken> other) {
                    var stolen = super.stealFrom(other);
                    if (stolen != null) {
                        other.lane().push(stolen);
                    }
                    return stolen;
                }
            };
        }
    },

    /** The shared queue is overlooked every other time. */
    OVERLOOKED("LostWakeup", "Starvation", "QueueOrder") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(crew, id) {
                private int looks;

                @Override
                protected RunToken fromInjector() {
                    return ++looks % 2 == 0 ? null : super.fromInjector();
                }
            };
        }
    },

    /** A worker that is awake does not remember that it was woken. */
    TOKEN_LOST("LostWakeup") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(crew, id) {
                @Override
                protected void unpark() {
                    if (isParked()) {
                        super.unpark();
                    }
                }
            };
        }
    },

    /** A task that waited is counted again when it goes on. */
    RESUMED_AND_COUNTED("InFlightCount") {
        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            return new Crew<>(shape, runner, watcher, waker) {
                @Override
                public void resume(RunToken task) {
                    if (!submit(task)) {
                        super.resume(task);
                    }
                }
            };
        }
    },

    /** A task that waited must pass the gate to go on. */
    RESUMED_THROUGH_THE_GATE("LostTask", "InFlightCount") {
        @Override
        public Crew<RunToken> hire(
                Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
            return new Crew<>(shape, runner, watcher, waker) {
                @Override
                public void resume(RunToken task) {
                    if (isOpen()) {
                        super.resume(task);
                    }
                }
            };
        }
    },

    /** A task for all is not counted. */
    GLOBAL_UNCOUNTED("InFlightCount", "GateKept") {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(crew, id) {
                @Override
                public void spawnGlobal(RunToken task) {
                    crew.resume(task);
                }
            };
        }
    },

    /** The executor itself throws. */
    THROWS(Flaw.ESCAPED) {
        @Override
        Worker<RunToken> worker(Crew<RunToken> crew, int id) {
            return new BadWorker(crew, id) {
                @Override
                protected RunToken stealFrom(Worker<RunToken> other) {
                    if (other.lane().size() == 2) {
                        throw new ArrayIndexOutOfBoundsException(2);
                    }
                    return super.stealFrom(other);
                }
            };
        }
    },

    /** A sleeper wakes a moment early. */
    WAKES_EARLY("LegalUnblock") {
        @Override
        public Tasks tasks(Case plan) {
            return new Tasks(plan) {
                @Override
                public void wakeSleepers(long now, Host host) {
                    super.wakeSleepers(now + 1, host);
                }
            };
        }
    },

    /** Who waits for one thing goes on when another is complete. */
    WAKES_FOR_ANOTHER("LegalUnblock", "LostTask") {
        @Override
        public Tasks tasks(Case plan) {
            return new Tasks(plan) {
                @Override
                public void complete(long token, Host host) {
                    super.complete(token == 0 ? 1 : 0, host);
                }
            };
        }
    },

    /** What a task gives back is one more than it held. */
    PERMIT_MADE("Permits") {
        @Override
        public Tasks tasks(Case plan) {
            return new Tasks(plan) {
                @Override
                protected void giveBack(int task, int resource, int units) {
                    super.giveBack(task, resource, units + 1);
                }
            };
        }
    },

    /** What a task holds at its end stays with it. */
    PERMIT_LEAKED("PermitLeak") {
        @Override
        public Tasks tasks(Case plan) {
            return new Tasks(plan) {
                @Override
                protected void giveBack(int task, int resource, int units) {}
            };
        }
    };

    private final Set<String> kinds;

    PlantedBug(String... kinds) {
        this.kinds = Set.of(kinds);
    }

    /** The oracles that may be the first to object. */
    Set<String> kinds() {
        return kinds;
    }

    Worker<RunToken> worker(Crew<RunToken> crew, int id) {
        return new BadWorker(crew, id);
    }

    Shape shape(Shape shape) {
        return shape;
    }

    @Override
    public Crew<RunToken> hire(
            Shape shape, Runner<RunToken> runner, Watcher<RunToken> watcher, Waker waker) {
        return new Crew<>(shape(shape), runner, watcher, waker) {
            @Override
            protected Worker<RunToken> hire(int id) {
                return PlantedBug.this.worker(this, id);
            }
        };
    }

    private static class BadWorker extends Worker<RunToken> {
        BadWorker(Crew<RunToken> crew, int id) {
            this(crew, id, new Lane<>());
        }

        BadWorker(Crew<RunToken> crew, int id, Lane<RunToken> lane) {
            super(crew, id, lane);
        }

        @Override
        protected void unpark() {
            super.unpark();
        }
    }

    /** A lane without any cleverness. */
    private static class PlainLane extends Lane<RunToken> {
        final ArrayDeque<RunToken> tasks = new ArrayDeque<>();

        @Override
        public void push(RunToken task) {
            tasks.addLast(task);
        }

        @Override
        public RunToken pop() {
            return tasks.pollLast();
        }

        @Override
        public RunToken steal() {
            return tasks.pollFirst();
        }

        @Override
        public int size() {
            return tasks.size();
        }

        @Override
        public void forEach(Consumer<? super RunToken> consumer) {
            tasks.forEach(consumer);
        }
    }
}
