package dev.reprise.pattern;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Key;
import dev.reprise.choice.Kind;
import dev.reprise.choice.Scheduler;
import dev.reprise.pattern.Frame.State;
import dev.reprise.pattern.Frame.Token;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Carries a pattern out slowly, and in a way that can be compared with docs/patterns.md line by
 * line. It keeps tokens and the frames they are in, and nothing that follows from these: who holds
 * a lock, which region is active, what is enabled is looked up among all tokens each time.
 *
 * <p>What the terms do is in {@link ReferenceTerms}, {@link ReferenceBranches} and {@link
 * ReferenceGraph}.
 */
final class Reference implements Interpreter {
    static final Kind TOKEN = new Kind(1, "token");
    static final Kind BRANCH = new Kind(2, "branch");

    /** A silent run that is longer has no end. */
    private static final int SILENT_MAX = 1_000_000;

    private static final int TRAIL_BITS = 26;

    final Linked linked;
    final Places places;
    final Scheduler scheduler;
    final List<Token> tokens = new ArrayList<>();
    final List<String> trace = new ArrayList<>();
    final ReferenceBranches branches = new ReferenceBranches(this);
    final ReferenceGraph graphs = new ReferenceGraph(this);

    private final ReferenceTerms terms = new ReferenceTerms(this);
    private final ReferenceSignals signals = new ReferenceSignals(this);

    /** Tokens that go on silently, in this order. */
    private final ArrayDeque<Token> line = new ArrayDeque<>();

    private long sequence;
    private Duration now = Duration.ZERO;
    private @Nullable Context result;
    private @Nullable String ended;

    Reference(Linked linked, Context context, Scheduler scheduler) {
        this.linked = linked;
        this.places = linked.places();
        this.scheduler = scheduler;
        var root = new Token(TOKEN.key(0), null, context, new State.Enters(0));
        tokens.add(root);
        line.add(root);
        settle();
    }

    // ---- from outside

    /** Does one thing that is enabled; false when there is none. */
    @Override
    public boolean step() {
        if (isOver()) {
            return false;
        }
        var able =
                tokens.stream()
                        .filter(it -> it.state instanceof State.Stands && terms.may(it))
                        .toList();
        if (able.isEmpty()) {
            return false;
        }
        var actions = able.stream().map(it -> Action.of(it.key)).toList();
        var chosen = scheduler.choose(Enabled.of(actions)).key();
        terms.perform(able.stream().filter(it -> it.key.equals(chosen)).findFirst().orElseThrow());
        settle();
        return true;
    }

    /** Tells the token the outcome of the effect it waits for. */
    @Override
    public void resume(Key key, Outcome outcome) {
        var token = tokens.stream().filter(it -> it.key.equals(key)).findFirst().orElseThrow();
        terms.resume(token, outcome);
        settle();
    }

    /** When the run is over it is kept or lost, too: another may go on in its place. */
    @Override
    public void signal(String name, Payload value) {
        signals.signal(name, value);
        if (!isOver()) {
            settle();
        }
    }

    /** Lets so much time pass, timer by timer. */
    @Override
    public void elapse(Duration time) {
        now = now.plus(time);
        while (signals.ring()) {
            settle();
        }
    }

    /** Ends the run from outside. */
    @Override
    public void cancel() {
        if (!isOver()) {
            end("cancelled");
        }
    }

    /** Cancels all regions of that name that are not inside of another one. */
    @Override
    public void cancel(String region) {
        var all =
                active(Frame.InRegion.class).stream().filter(it -> it.name.equals(region)).toList();
        if (!isOver()) {
            terms.end(all, Term.Manner.WITHDRAW);
            settle();
        }
    }

    @Override
    public boolean isOver() {
        return ended != null;
    }

    /** How the run ended: "done", "cancelled", or "failed" and the type of the failure. */
    @Override
    public Optional<String> ended() {
        return Optional.ofNullable(ended);
    }

    @Override
    public Optional<Context> result() {
        return Optional.ofNullable(result);
    }

    /** The tokens that wait for the outcome of an effect, in the order of their keys. */
    List<Token> tokensAsking() {
        return tokens.stream()
                .filter(it -> it.state instanceof State.Asks)
                .sorted(Comparator.comparing(it -> it.key))
                .toList();
    }

    @Override
    public List<Asking> asking() {
        return tokensAsking().stream().map(it -> new Asking(it.key, name(it))).toList();
    }

    private String name(Token token) {
        int place = ((State.Asks) token.state).place();
        return ((Term.Task) places.at(place).term()).name();
    }

    @Override
    public List<String> trace() {
        return trace;
    }

    // ---- tokens

    /** Lets all go on silently who can, until nobody can. */
    private void settle() {
        int steps = 0;
        do {
            while (!isOver() && !line.isEmpty()) {
                var token = line.getFirst();
                while (tokens.contains(token) && isSilent(token)) {
                    if (++steps > SILENT_MAX) {
                        throw new IllegalStateException("a silent run without an end");
                    }
                    silently(token);
                }
                line.remove(token);
            }
        } while (!isOver() && graphs.synchronise());
        if (!isOver() && tokens.isEmpty()) {
            end("done");
        }
    }

    private static boolean isSilent(Token token) {
        return token.state instanceof State.Enters || token.state instanceof State.Returns;
    }

    private void silently(Token token) {
        try {
            if (token.state instanceof State.Enters(int place)) {
                terms.enter(token, place);
            } else {
                terms.comeOut(token);
            }
        } catch (Mishap mishap) {
            fail(token, mishap.failure);
        }
    }

    /** A token comes to be at a place inside of a frame. */
    Token born(int place, int trail, Frame parent, Context context) {
        long birth = (long) place << TRAIL_BITS;
        long number = birth | trail;
        while (isTaken(number)) {
            number = birth | ((number + 1) & ((1L << TRAIL_BITS) - 1));
        }
        var token = new Token(TOKEN.key(number), parent, context, new State.Enters(place));
        tokens.add(token);
        line.add(token);
        return token;
    }

    private boolean isTaken(long number) {
        return tokens.stream().anyMatch(it -> it.key.number() == number);
    }

    /** The numbers of all frames around, and one more, in 26 bits. */
    static int trail(Frame parent, int number) {
        var chain = parent.chain().reversed();
        long trail = 0;
        for (var frame : chain) {
            trail = frame.number < 0 ? trail : fold(trail, frame.number);
        }
        return (int) (number < 0 ? trail : fold(trail, number));
    }

    private static long fold(long trail, int number) {
        return (trail * 0x9E3779B1L + number + 1) & ((1L << TRAIL_BITS) - 1);
    }

    /** The token has come out of what it did, and goes on silently. */
    void goOn(Token token, @Nullable Frame frame, Context context) {
        token.frame = frame;
        token.context = context;
        token.state = new State.Returns();
        enqueue(token);
    }

    void enter(Token token, int place) {
        token.state = new State.Enters(place);
        enqueue(token);
    }

    private void enqueue(Token token) {
        if (!line.contains(token)) {
            line.add(token);
        }
    }

    void dies(Token token) {
        tokens.remove(token);
        line.remove(token);
    }

    /** The root token is at its end; the run is over when nobody is left. */
    void complete(Token root) {
        result = root.context;
        dies(root);
    }

    /** Takes all tokens away that are in this frame, but not the one that may stay. */
    void withdraw(Frame frame, @Nullable Token spared) {
        for (var token : List.copyOf(tokens)) {
            if (token != spared && token.isIn(frame)) {
                stopAsking(token);
                dies(token);
            }
        }
        if (spared != null) {
            stopAsking(spared);
        }
    }

    private void stopAsking(Token token) {
        if (token.state instanceof State.Asks(int place)) {
            tell("withdrawn", token, place);
        }
    }

    /** Ends the run, and takes all tokens away. */
    void end(String how) {
        for (var token : tokens) {
            stopAsking(token);
        }
        tokens.clear();
        line.clear();
        ended = how;
        trace.add(how);
    }

    void endDone(Context context) {
        result = context;
        end("done");
    }

    /** Hands the failure to the nearest scope around the token that is not left, or to the run. */
    void fail(Token token, Failure failure) {
        var told = failure;
        for (var frame : token.chain()) {
            if (frame.left) {
                continue;
            }
            if (frame instanceof Frame.InScope scope && terms.remedied(scope, told)) {
                return;
            }
            if (frame instanceof Frame.Compensation compensation) {
                told = told.causedBy(compensation.failure);
            }
        }
        end("failed " + type(told));
    }

    static String type(Failure failure) {
        return failure instanceof Failure.Application application
                ? application.type()
                : failure.getClass().getSimpleName();
    }

    /** What must be true between two steps. */
    @Override
    public void invariants() {
        check(line.isEmpty(), "somebody goes on silently");
        check(tokens.isEmpty() || !isOver(), "a run that is over has tokens");
        var keys = tokens.stream().map(it -> it.key).distinct().count();
        check(keys == tokens.size(), "two tokens have one key");
        var locks = active(Frame.InLock.class);
        for (var lock : locks) {
            for (var other : locks) {
                boolean together =
                        lock.chain().stream()
                                .filter(Frame.InLock.class::isInstance)
                                .anyMatch(other.chain()::contains);
                check(
                        together || !other.name.equals(lock.name),
                        "two are inside of one lock, and not of one frame of it");
            }
        }
        for (var turn : active(Frame.InBranch.class)) {
            check(
                    !turn.turn
                            || active(Frame.InBranch.class).stream()
                                    .noneMatch(
                                            it ->
                                                    it != turn
                                                            && it.turn
                                                            && it.parent == turn.parent),
                    "two have their turn at once");
        }
        for (var split : active(Frame.Split.class)) {
            check(split.owner.frame == split, "the owner of a split is not in it");
            long busy =
                    active(Frame.InBranch.class).stream().filter(it -> it.parent == split).count();
            check(
                    busy + split.arrived.size() == split.started,
                    "branches are neither under way nor arrived");
        }
    }

    private void check(boolean holds, String sentence) {
        if (!holds) {
            throw new AssertionError(sentence + ": " + trace);
        }
    }

    // ---- what can be seen

    /** All frames of this kind that somebody is in who has not left them. */
    <T extends Frame> List<T> active(Class<T> kind) {
        return tokens.stream()
                .flatMap(it -> it.chain().stream())
                .filter(it -> !it.left && kind.isInstance(it))
                .distinct()
                .map(kind::cast)
                .toList();
    }

    /**
     * The active regions of this name that belong to the same surroundings: the same call, and
     * wherever both are inside the same term, the same round, instance or attempt of it.
     */
    List<Frame.InRegion> regions(String name, List<Frame> from) {
        return active(Frame.InRegion.class).stream()
                .filter(it -> it.name.equals(name) && surround(it.chain(), from))
                .toList();
    }

    private static boolean surround(List<Frame> one, List<Frame> other) {
        if (!call(one).equals(call(other))) {
            return false;
        }
        var left = inBody(one);
        var right = inBody(other);
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            var here = left.get(i);
            var there = right.get(i);
            if (here != there) {
                return here.place != there.place;
            }
        }
        return true;
    }

    private static Optional<Frame> call(List<Frame> chain) {
        return chain.stream().filter(Frame.InCall.class::isInstance).findFirst();
    }

    /** The frames from the innermost call inwards, that first; without a call, from the whole. */
    private static List<Frame> inBody(List<Frame> chain) {
        int call = call(chain).map(chain::indexOf).orElse(chain.size() - 1);
        return chain.subList(0, call + 1).reversed();
    }

    long next() {
        return sequence++;
    }

    Duration now() {
        return now;
    }

    ReferenceSignals signals() {
        return signals;
    }

    /** Writes down what happens to a task at the place where the token is. */
    void tell(String what, Token token, int place) {
        var name = ((Term.Task) places.at(place).term()).name();
        trace.add(what + " " + name + " " + spot(token, place));
    }

    /** The path of the place, and the numbers of the frames around the token. */
    String spot(Token token, int place) {
        var numbers =
                token.chain().reversed().stream()
                        .filter(it -> it.number >= 0)
                        .map(it -> String.valueOf(it.number))
                        .toList();
        return places.path(place) + (numbers.isEmpty() ? "" : numbers.toString().replace(" ", ""));
    }

    /** Lets the scheduler pick one of so many branches. */
    int pick(Token token, int place, int count) {
        var actions =
                Stream.iterate(0, it -> it + 1)
                        .limit(count)
                        .map(it -> Action.of(BRANCH.key(it)))
                        .toList();
        int picked = (int) scheduler.choose(Enabled.of(actions)).key().number();
        trace.add("picked " + picked + " " + spot(token, place));
        return picked;
    }

    /** What code says, or its exception as a failure. */
    static <T> T told(Supplier<T> code) {
        try {
            return code.get();
        } catch (Merge.Conflict e) {
            throw new Mishap("MergeConflict", e.getMessage());
        } catch (Mishap e) {
            throw e;
        } catch (RuntimeException e) {
            throw new Mishap(e.getClass().getName(), String.valueOf(e.getMessage()));
        }
    }

    boolean holds(Condition condition, Context context) {
        return told(() -> condition.holds(context, linked));
    }

    Context merge(String rule, Context base, TreeMap<Integer, Merge.Arrival> arrivals) {
        return told(() -> linked.merge(rule).merge(base, List.copyOf(arrivals.values())));
    }

    /** Something fails where a token is. */
    static final class Mishap extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Failure failure;

        Mishap(String type, String message) {
            super(message);
            this.failure = new Failure.Application(type, message);
        }

        Failure failure() {
            return failure;
        }
    }
}
