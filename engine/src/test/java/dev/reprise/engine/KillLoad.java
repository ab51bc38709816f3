package dev.reprise.engine;

import dev.reprise.Failure;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import dev.reprise.engine.KillLedger.Line;
import dev.reprise.engine.KillLedger.Word;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.run.Histories;
import dev.reprise.engine.run.Refusal;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.schedule.ScheduleSpec;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.history.ActivityOptions;
import dev.reprise.history.ChildOptions;
import dev.reprise.history.ChildOptions.ParentClose;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.policy.Field;
import dev.reprise.policy.Partial;
import dev.reprise.policy.QueueLimits;
import dev.reprise.schedule.Every;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Schedule;
import dev.reprise.vm.PatternMachine;
import dev.reprise.vm.PatternType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
    static final int UPDATES = 3;
    static final int LEGS = 3;

    /** How many activities of the narrow queue may be on their way at once. */
    static final int NARROW_MAX = 4;

    /** The schedule, and how far apart its times are. */
    static final String SCHEDULE = "tick";

    static final Duration INTERVAL = Duration.ofMillis(100);

    /** The children of a family: one is waited for, the others are left behind. */
    static final List<String> KIDS = List.of("kid", "keep", "stop", "quit");

    private static final String NARROW = "narrow";
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
        private int signals;
        private int updates;
        private boolean taken;
        private final Set<String> results = new TreeSet<>();

        Story(String run) {
            this.run = run;
        }

        /** It goes on from an earlier moment: how it ended before does not count. */
        private void takenBack() {
            taken = true;
            results.clear();
        }

        /** Whether it is over, and nobody wants to take it back. */
        private boolean ended() {
            return results.contains(run)
                    && (reset(run) == Reset.NEVER || taken)
                    && (!kind(run).equals("family") || results.size() > KIDS.size());
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
        return kind(run).equals(SCHEDULE)
                ? 0
                : Integer.parseInt(run.substring(run.indexOf('-') + 1).replaceFirst("/.*", ""));
    }

    private static String nameOf(int number) {
        return switch (number % 7) {
            case 0 -> "chain-" + number;
            case 1 -> "fan-" + number;
            case 2 -> "talk-" + number;
            case 3 -> "tally-" + number;
            case 4 -> "family-" + number;
            case 5 -> "relay-" + number;
            default -> "drawn-" + number;
        };
    }

    /** What kind of run it is, by its id. */
    static String kind(String run) {
        if (run.startsWith(SCHEDULE + "/")) {
            return SCHEDULE;
        }
        if (run.startsWith("schedule/")) {
            return "schedule";
        }
        return run.contains("/")
                ? run.substring(run.indexOf('/') + 1)
                : run.substring(0, run.indexOf('-'));
    }

    /** What a run results in; blanks would not fit into a line of the ledger. */
    static String expected(String run) {
        return switch (kind(run)) {
            case "chain" -> "1.0,2.0,3.0,4.0";
            case "fan" -> "1.0,1.1,1.2,1.3,2.0,2.1,3.0";
            case "talk" -> "1.0,heard:1:2:3,2.0";
            case "tally" -> "1.0,sum:6,2.0";
            case "family" -> "1.0,kid:1.0,2.0";
            case "relay" -> "1.0,2.0,3.0,heard:1:2:3";
            case "drawn" -> "1.0,1.1,2.0";
            case "stop" -> "terminated";
            case "quit" -> "cancelled";
            default -> "1.0";
        };
    }

    /** Whether it is ended by others, and its activities with it. */
    static boolean isEnded(String run) {
        return kind(run).equals("stop") || kind(run).equals("quit");
    }

    /** What is asked of a run: to go on from an earlier moment, and when. */
    enum Reset {
        NEVER,
        /** While it is at work. */
        EARLY,
        /** When it has ended. */
        LATE
    }

    static Reset reset(String run) {
        boolean may = kind(run).equals("chain") || kind(run).equals("talk");
        return switch (may ? numberOf(run) % 4 : 0) {
            case 1 -> Reset.EARLY;
            case 3 -> Reset.LATE;
            default -> Reset.NEVER;
        };
    }

    /** How many legs a run has. */
    static int legs(String run) {
        return kind(run).equals("relay") ? LEGS : reset(run) == Reset.NEVER ? 1 : 2;
    }

    /** What an update is answered: all of them up to it, each once. */
    static int answer(int n) {
        return n * (n + 1) / 2;
    }

    interface Tasks {
        String perform(int stage, int part, int failures);
    }

    private static String task(int number, int stage, int part) {
        return Flow.activity(Tasks.class).perform(stage, part, failures(number, stage, part));
    }

    private static String narrow(int number, int stage, int part) {
        var options = ActivityOptions.UNSAID.taskQueue(NARROW).priority(part);
        return Flow.activity(Tasks.class, options)
                .perform(stage, part, failures(number, stage, part));
    }

    private static List<String> tasks(int number, int stage, int parts) {
        List<Body<String>> bodies = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            int part = i;
            bodies.add(() -> narrow(number, stage, part));
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

    /** Activities side by side, as many as a queue lets through. */
    static final class Fan implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            List<String> results = new ArrayList<>(tasks(number, 1, 4));
            results.addAll(tasks(number, 2, 2));
            results.add(narrow(number, 3, 0));
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

    /** Counts what it is asked to, each time with an activity. */
    static final class Tally implements Workflow<Integer, String> {
        private int number;
        private int sum;
        private int done;

        @Override
        public String run(Integer given) {
            number = given;
            String first = task(number, 1, 0);
            Flow.await(() -> done == UPDATES);
            return first + ",sum:" + sum + "," + task(number, 2, 0);
        }

        @Update
        int add(Integer n) {
            Flow.await(() -> number != 0);
            task(number, 1, n);
            sum += n;
            done++;
            return sum;
        }
    }

    /** Has children: waits for one, and leaves the others behind, each in another way. */
    static final class Family implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            String first = task(number, 1, 0);
            RunId me = Flow.info().runId();
            var kid = Flow.child(Kid.class).id(kidOf(me, "kid")).start(number);
            leave(Kid.class, kidOf(me, "keep"), ParentClose.ABANDON, number);
            leave(Waits.class, kidOf(me, "stop"), ParentClose.TERMINATE, number);
            leave(Waits.class, kidOf(me, "quit"), ParentClose.CANCEL, number);
            String told = kid.result().get();
            return first + ",kid:" + told + "," + task(number, 2, 0);
        }

        private static void leave(
                Class<? extends Workflow<Integer, String>> type,
                RunId id,
                ParentClose close,
                int number) {
            var options = ChildOptions.UNSAID.parentClose(close);
            Flow.child(type).id(id).options(options).start(number).started().get();
        }
    }

    private static RunId kidOf(RunId family, String name) {
        return new RunId(family + "/" + name);
    }

    /** A child that ends by itself, often later than its parent. */
    static final class Kid implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            String first = task(number, 1, 0);
            Flow.sleep(Duration.ofMillis(10));
            return first;
        }
    }

    /** A child that waits until somebody ends it. */
    static final class Waits implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            String first = task(number, 1, 0);
            Flow.await(() -> false);
            return first;
        }
    }

    /** What a leg hands to the next. */
    record Baton(int number, int leg, String carried, List<Integer> heard) {}

    /** One activity in each leg, and signals that come when they like: no leg may keep them. */
    static final class Relay implements Workflow<Baton, String> {
        private final List<Integer> heard = new ArrayList<>();

        @Override
        public String run(Baton baton) {
            heard.addAll(baton.heard());
            String carried = baton.carried() + task(baton.number(), baton.leg(), 0);
            if (baton.leg() < LEGS) {
                return Flow.continueAsNew(
                        new Baton(baton.number(), baton.leg() + 1, carried + ",", heard));
            }
            Flow.await(() -> heard.size() >= SIGNALS);
            return carried + ",heard" + joined(heard);
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

    /** What the schedule starts. */
    static final class Tick implements Workflow<Integer, String> {
        @Override
        public String run(Integer number) {
            return task(number, 1, 0);
        }
    }

    /** The activities of the pattern. */
    interface Parts {
        String left(int number);

        String right(int number);

        String last(int number);
    }

    private static final PayloadCodec JSON = new JsonCodec();

    private static final PatternType DRAWN =
            PatternType.of(
                    "drawn",
                    Pattern.parse(
                            """
                            seq {
                              par {
                                effect Parts.left from input into left
                                effect Parts.right from input into right
                              }
                              await { after PT0.005S skip }
                              effect Parts.last from input into last
                              task gather
                            }
                            """),
                    Registry.NONE.task(
                            "gather",
                            it ->
                                    it.with(
                                            PatternMachine.RESULT,
                                            JSON.encode(
                                                    Stream.of("left", "right", "last")
                                                            .map(
                                                                    name ->
                                                                            it.find(name)
                                                                                    .orElseThrow())
                                                            .map(v -> JSON.decode(v, String.class))
                                                            .collect(Collectors.joining(","))))));

    private static final class Work implements Tasks, Parts {
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

        @Override
        public String left(int number) {
            return perform(1, 0, failures(number, 1, 0));
        }

        @Override
        public String right(int number) {
            return perform(1, 1, failures(number, 1, 1));
        }

        @Override
        public String last(int number) {
            return perform(2, 0, failures(number, 2, 0));
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
        quieten(path.resolveSibling("logging"));
        List<Line> before = KillLedger.read(path);
        var ledger = KillLedger.append(path, Integer.parseInt(arguments[2]));
        var store = Store.open(Path.of(arguments[0]));
        owed(store, ledger);
        var quick =
                Partial.NONE
                        .with(Field.MAX_RETRIES, 3)
                        .with(Field.DELAY_BASE, Duration.ofMillis(4));
        var settings = Settings.DEFAULT.defaults(quick).pausedMax(CLIENTS / 2);
        var options =
                EngineOptions.DEFAULT
                        .settings(settings)
                        .queue(NARROW, QueueLimits.NONE.concurrencyMax(NARROW_MAX));
        try (var engine = Engine.on(store, options)) {
            engine.register(Chain.class).register(Fan.class).register(Talk.class);
            engine.register(Tally.class).register(Relay.class).register(DRAWN);
            engine.register(Family.class).register(Kid.class).register(Waits.class);
            engine.register(Tick.class);
            engine.activities(new Work(ledger));
            ledger.write(Word.OPENED);
            System.out.println("opened");
            var load = new KillLoad(engine, ledger, arguments[3].equals("finish"));
            if (before.stream().noneMatch(it -> it.word() == Word.ACKED_SCHEDULE)) {
                load.schedule();
            }
            load.run(stories(before));
            if (load.finish) {
                load.unschedule();
            }
        }
        ledger.write(Word.FINISHED);
        System.out.println("finished");
    }

    /**
     * What the schedule makes up for is started as soon as the engine is open, before there is code
     * for it: dozens of runs are stuck then for a moment, and nobody need hear of it.
     */
    private static void quieten(Path file) throws IOException {
        Files.writeString(
                file,
                """
                handlers = java.util.logging.ConsoleHandler
                dev.reprise.engine.run.Conductor.level = SEVERE
                dev.reprise.engine.Lookout.level = SEVERE
                """);
        System.setProperty("java.util.logging.config.file", file.toString());
    }

    /** What is under way, by the histories alone, before the engine sees them. */
    private static void owed(Store store, KillLedger ledger) {
        List<String> open = new ArrayList<>();
        try (var heads = store.heads()) {
            while (heads.hasNext()) {
                var head = heads.next();
                if (!Histories.isOver(head)) {
                    open.add(head.run().value());
                }
            }
        }
        for (String run : open) {
            Histories.of(store, run)
                    .owed()
                    .forEach((key, at) -> ledger.write(Word.OWED, run, key, at));
        }
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
                case ACKED_SIGNAL -> stories.get(line.run()).signals = line.number(1);
                case ACKED_UPDATE -> stories.get(line.run()).updates = line.number(1);
                case ACKED_RESET -> stories.get(line.run()).takenBack();
                case RESULT -> stories.get(familyOf(line.run())).results.add(line.run());
                default -> {}
            }
        }
        return stories;
    }

    private static String familyOf(String run) {
        return run.contains("/") ? run.substring(0, run.indexOf('/')) : run;
    }

    private void run(Map<String, Story> stories) throws InterruptedException {
        for (Story story : stories.values()) {
            next.accumulateAndGet(numberOf(story.run) + 1, Math::max);
            if (!story.ended()) {
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
        switch (kind(story.run)) {
            case "talk", "relay" -> signal(story, run);
            case "tally" -> update(story, run);
            default -> {}
        }
        if (reset(story.run) == Reset.LATE && !story.taken) {
            result(story, run);
        }
        if (reset(story.run) != Reset.NEVER && !story.taken) {
            takeBack(story, run);
        }
        result(story, run);
        if (kind(story.run).equals("family")) {
            for (String kid : KIDS) {
                result(story, engine.client().handle(kidOf(id, kid), String.class));
            }
        }
    }

    private void result(Story story, RunHandle<String> run) {
        if (story.results.add(run.id().value())) {
            acknowledged(Word.RESULT, run.id(), ending(run));
        }
    }

    private static String ending(RunHandle<String> run) {
        try {
            return run.result();
        } catch (RunFailed e) {
            return switch (e.failure()) {
                case Failure.Terminated _ -> "terminated";
                case Failure.Cancelled _ -> "cancelled";
                default -> e.failure().describe().replaceAll("\\s+", "_");
            };
        }
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

    /** Some always ask twice: to ask again is to ask once. */
    private static int times(String run) {
        return numberOf(run) % 5 == 0 ? 2 : 1;
    }

    private void start(Story story, RunId id) {
        ledger.write(Word.ASKED_START, story.run);
        int number = numberOf(story.run);
        var options = StartOptions.DEFAULT.requestId("request-" + number);
        for (int times = times(story.run); times > 0; times--) {
            var client = engine.client();
            switch (kind(story.run)) {
                case "relay" ->
                        client.start(Relay.class, id, options, new Baton(number, 1, "", List.of()));
                case "drawn" -> client.start(DRAWN, id, options, number, String.class);
                case "chain" -> client.start(Chain.class, id, options, number);
                case "fan" -> client.start(Fan.class, id, options, number);
                case "tally" -> client.start(Tally.class, id, options, number);
                case "family" -> client.start(Family.class, id, options, number);
                default -> client.start(Talk.class, id, options, number);
            }
            acknowledged(Word.ACKED_START, story.run);
        }
    }

    private void signal(Story story, RunHandle<String> run) {
        if (story.started && !run.describe().status().isEnd()) {
            List<?> heard = run.query("heard", List.class);
            ledger.write(Word.HEARD, story.run, "heard" + joined(heard));
        }
        for (int n = story.signals + 1; n <= SIGNALS; n++) {
            ledger.write(Word.ASKED_SIGNAL, story.run, n);
            for (int times = times(story.run); times > 0; times--) {
                run.once("say-" + n).signal("say", n);
            }
            acknowledged(Word.ACKED_SIGNAL, story.run, n);
        }
    }

    private void update(Story story, RunHandle<String> run) {
        for (int n = story.updates + 1; n <= UPDATES; n++) {
            ledger.write(Word.ASKED_UPDATE, story.run, n);
            for (int times = times(story.run); times > 0; times--) {
                int answer = run.once("add-" + n).update("add", Integer.class, n);
                acknowledged(Word.ACKED_UPDATE, story.run, n, answer);
            }
        }
    }

    /** To its start, or to where its first activity was asked for. */
    private void takeBack(Story story, RunHandle<String> run) {
        ledger.write(Word.ASKED_RESET, story.run);
        for (int times = times(story.run); times > 0; times--) {
            run.once("back").reset(numberOf(story.run) % 3 == 0 ? 0 : 1, "by script");
        }
        acknowledged(Word.ACKED_RESET, story.run);
        story.takenBack();
    }

    // ---- The schedule ----

    private void schedule() {
        var schedule = Schedule.of(new Every(INTERVAL)).overlap(Overlap.ALLOW_ALL);
        var duty = engine.client().duty(Tick.class, 0);
        ledger.write(Word.ASKED_SCHEDULE, SCHEDULE, Instant.now());
        for (int times = 0; times < 2; times++) {
            var handle = engine.client().schedule(SCHEDULE).once("create");
            handle.create(new ScheduleSpec(schedule, duty));
        }
        ledger.write(Word.ACKED_SCHEDULE, SCHEDULE, Instant.now());
    }

    /** Ends it, and waits for all that it has started. */
    private void unschedule() {
        ledger.write(Word.ASKED_DELETE, SCHEDULE, Instant.now());
        for (int times = 0; times < 2; times++) {
            engine.client().schedule(SCHEDULE).once("delete").delete();
        }
        ledger.write(Word.ACKED_DELETE, SCHEDULE, Instant.now());
        while (engine.client().count("type starts with 'reprise.' and status = running") > 0) {
            pause(10);
        }
        List<RunId> ticks = new ArrayList<>();
        try (var runs = engine.client().list()) {
            runs.forEachRemaining(
                    it -> {
                        if (it.run().value().startsWith(SCHEDULE + "/")) {
                            ticks.add(it.run());
                        }
                    });
        }
        for (RunId tick : ticks) {
            String result = ending(engine.client().handle(tick, String.class));
            ledger.write(Word.RESULT, tick, result);
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
