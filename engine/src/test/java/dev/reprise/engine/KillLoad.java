package dev.reprise.engine;

import dev.reprise.RunId;
import dev.reprise.engine.KillLedger.Line;
import dev.reprise.engine.KillLedger.Word;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.run.Histories;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.policy.Field;
import dev.reprise.policy.Partial;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * The process that {@link KillTest} kills: an engine on a folder, and clients that keep a number of
 * runs under way. Its memory is the ledger: what was begun by a process before it goes on.
 *
 * <pre>KillLoad folder ledger process (load | finish)</pre>
 */
final class KillLoad {
    /** How many runs are under way at any time. */
    static final int CLIENTS = 40;

    static final int SIGNALS = 3;
    private static final int STAGES = 4;
    private static final Duration LIFE_MAX = Duration.ofMinutes(1);

    private final Engine engine;
    private final KillLedger ledger;
    private final boolean finish;
    private final ConcurrentLinkedQueue<Story> open = new ConcurrentLinkedQueue<>();
    private final AtomicInteger next = new AtomicInteger();

    /** What the client knows of a run. */
    private static final class Story {
        private final String run;
        private boolean started;
        private int acked;
        private boolean ended;

        Story(String run) {
            this.run = run;
        }
    }

    private KillLoad(Engine engine, KillLedger ledger, boolean finish) {
        this.engine = engine;
        this.ledger = ledger;
        this.finish = finish;
    }

    // ---- Runs and what they do ----

    /** How often an activity fails by script. */
    static int failures(int number, int stage, int part) {
        int dice = Math.floorMod(number * 31 + stage * 7 + part * 3, 10);
        return dice == 0 ? 2 : dice <= 2 ? 1 : 0;
    }

    static int numberOf(String run) {
        return Integer.parseInt(run.substring(run.indexOf('-') + 1));
    }

    private static String nameOf(int number) {
        return switch (number % 3) {
            case 0 -> "chain-" + number;
            case 1 -> "fan-" + number;
            default -> "talk-" + number;
        };
    }

    /** What a run results in; blanks would not fit into a line of the ledger. */
    static String expected(String run) {
        return switch (run.substring(0, run.indexOf('-'))) {
            case "chain" -> "1.0,2.0,3.0,4.0";
            case "fan" -> "1.0,1.1,1.2,1.3,2.0,2.1,3.0";
            default -> "1.0,heard:1:2:3,2.0";
        };
    }

    interface Tasks {
        String perform(int stage, int part, int failures);
    }

    private static String task(int number, int stage, int part) {
        return Flow.activity(Tasks.class).perform(stage, part, failures(number, stage, part));
    }

    private static List<String> tasks(int number, int stage, int parts) {
        List<Body<String>> bodies = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            int part = i;
            bodies.add(() -> task(number, stage, part));
        }
        return Flow.parallel(bodies);
    }

    /** One activity after the other, with pauses. */
    static final class Chain implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            List<String> results = new ArrayList<>();
            for (int stage = 1; stage <= STAGES; stage++) {
                results.add(task(number, stage, 0));
                if (stage % 2 == 0) {
                    Flow.sleep(Duration.ofMillis(2 + number % 25));
                }
            }
            return String.join(",", results);
        }
    }

    /** Activities side by side. */
    static final class Fan implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            List<String> results = new ArrayList<>(tasks(number, 1, 4));
            results.addAll(tasks(number, 2, 2));
            results.add(task(number, 3, 0));
            return String.join(",", results);
        }
    }

    /** Signals, in the order in which they come. */
    static final class Talk implements Workflow<Integer, String> {
        private final List<Integer> heard = new ArrayList<>();

        @Override
        public String run(Integer number) {
            String first = task(number, 1, 0);
            while (!Flow.await(Duration.ofMillis(40), () -> heard.size() >= SIGNALS)) {
                Flow.sleep(Duration.ofMillis(5));
            }
            return first + ",heard" + joined(heard) + "," + task(number, 2, 0);
        }

        @Signal
        void say(Integer n) {
            heard.add(n);
        }

        @Query
        List<Integer> heard() {
            return heard;
        }
    }

    private static final class Work implements Tasks {
        private final KillLedger ledger;

        Work(KillLedger ledger) {
            this.ledger = ledger;
        }

        @Override
        public String perform(int stage, int part, int failures) {
            var context = ActivityContext.current();
            Object[] line = {
                context.run(),
                stage,
                part,
                context.idempotencyKey(),
                context.attempt(),
                context.redeliveries()
            };
            ledger.write(Word.START, line);
            pause(ThreadLocalRandom.current().nextInt(12));
            boolean fails = context.attempt() <= failures;
            ledger.write(fails ? Word.FAILED : Word.DONE, line);
            if (fails) {
                throw new IllegalStateException("by script");
            }
            return stage + "." + part;
        }
    }

    private static void pause(int millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- The process ----

    public static void main(String[] arguments) throws Exception {
        System.setProperty("jdk.trackAllThreads", "false");
        endWithParent();
        Path path = Path.of(arguments[1]);
        List<Line> before = KillLedger.read(path);
        var ledger = KillLedger.append(path, Integer.parseInt(arguments[2]));
        var store = Store.open(Path.of(arguments[0]));
        Map<String, Story> stories = stories(before);
        for (Story story : stories.values()) {
            if (!story.ended) {
                Histories.of(store, story.run)
                        .owed()
                        .forEach((seq, at) -> ledger.write(Word.OWED, story.run, seq, at));
            }
        }
        var quick =
                Partial.NONE
                        .with(Field.MAX_RETRIES, 3)
                        .with(Field.DELAY_BASE, Duration.ofMillis(4));
        var settings = Settings.DEFAULT.defaults(quick).pausedMax(CLIENTS / 2);
        try (var engine = Engine.on(store, EngineOptions.DEFAULT.settings(settings))) {
            engine.register(Chain.class).register(Fan.class).register(Talk.class);
            engine.activities(new Work(ledger));
            ledger.write(Word.OPENED);
            System.out.println("opened");
            var load = new KillLoad(engine, ledger, arguments[3].equals("finish"));
            load.run(stories);
        }
        ledger.write(Word.FINISHED);
        System.out.println("finished");
    }

    /** The parent holds the other end of the input: when it ends, so does this. */
    private static void endWithParent() {
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                while (System.in.read() >= 0) {}
                            } catch (IOException _) {
                                // It is gone, too.
                            }
                            Runtime.getRuntime().halt(3);
                        });
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            pause((int) LIFE_MAX.toMillis());
                            Runtime.getRuntime().halt(4);
                        });
    }

    private static Map<String, Story> stories(List<Line> before) {
        Map<String, Story> stories = new LinkedHashMap<>();
        for (Line line : before) {
            switch (line.word()) {
                case ASKED_START -> stories.computeIfAbsent(line.run(), Story::new);
                case ACKED_START -> stories.get(line.run()).started = true;
                case ACKED_SIGNAL -> stories.get(line.run()).acked = line.number(1);
                case RESULT -> stories.get(line.run()).ended = true;
                default -> {}
            }
        }
        return stories;
    }

    private void run(Map<String, Story> stories) throws InterruptedException {
        for (Story story : stories.values()) {
            next.accumulateAndGet(numberOf(story.run) + 1, Math::max);
            if (!story.ended) {
                open.add(story);
            }
        }
        List<Thread> clients =
                IntStream.range(0, CLIENTS)
                        .mapToObj(_ -> Thread.startVirtualThread(this::client))
                        .toList();
        for (Thread client : clients) {
            client.join();
        }
    }

    // ---- A client ----

    private void client() {
        try {
            for (Story story = nextStory(); story != null; story = nextStory()) {
                tell(story);
            }
        } catch (RuntimeException | Error e) {
            ledger.write(Word.WRONG, e.toString().replaceAll("\\s+", "_"));
            throw e;
        }
    }

    private Story nextStory() {
        Story story = open.poll();
        return story != null || finish ? story : new Story(nameOf(next.getAndIncrement()));
    }

    /** One run from where it stands to its result. */
    private void tell(Story story) {
        RunId id = new RunId(story.run);
        boolean known = story.started && isThere(id);
        if (!known) {
            start(story, id);
        }
        var run = engine.client().handle(id, String.class);
        if (story.run.startsWith("talk")) {
            signal(story, run);
        }
        acknowledged(Word.RESULT, story.run, run.result());
    }

    private boolean isThere(RunId id) {
        try {
            engine.client().describe(id);
            return true;
        } catch (Refusal e) {
            ledger.write(Word.MISSING, id, e.reason());
            return false;
        }
    }

    /** Asks with a request id, so that to ask again is to ask once; some always ask twice. */
    private void start(Story story, RunId id) {
        ledger.write(Word.ASKED_START, story.run);
        int number = numberOf(story.run);
        Class<? extends Workflow<Integer, String>> type =
                switch (number % 3) {
                    case 0 -> Chain.class;
                    case 1 -> Fan.class;
                    default -> Talk.class;
                };
        for (int times = number % 5 == 0 ? 2 : 1; times > 0; times--) {
            engine.client().start(type, id, "request-" + number, number);
            acknowledged(Word.ACKED_START, story.run);
        }
    }

    private void signal(Story story, RunHandle<String> run) {
        int sent = story.acked;
        if (story.started) {
            // Whether the last one that was not acknowledged is there, the run knows.
            if (run.describe().status().isEnd()) {
                return;
            }
            List<?> heard = run.query("heard", List.class);
            ledger.write(Word.HEARD, story.run, "heard" + joined(heard));
            sent = heard.size();
        }
        for (int n = sent + 1; n <= SIGNALS; n++) {
            ledger.write(Word.ASKED_SIGNAL, story.run, n);
            run.signal("say", n);
            acknowledged(Word.ACKED_SIGNAL, story.run, n);
        }
    }

    /** The ledger keeps it; whoever kills this process hears that it is at work. */
    private void acknowledged(Word word, Object... rest) {
        ledger.write(word, rest);
        if (!finish) {
            System.out.println("ack");
        }
    }

    private static String joined(List<?> items) {
        var text = new StringBuilder();
        items.forEach(it -> text.append(':').append(it));
        return text.toString();
    }
}
