package dev.reprise.soundness;

import dev.reprise.vm.Vm;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Looks at the states of a game, the nearest first, so that the way to what is wrong is short.
 *
 * <p>A state is known by its outline. To go on from it there is a snapshot, which is dropped when
 * that was done. Reduced, a state that has a local move goes on by that one only, if it leads to
 * nothing that was looked at before; docs/patterns.md says why that is enough.
 */
final class Search {
    private final Game game;
    private final Bounds bounds;
    private final boolean reduces;
    private final int depthMax;

    private final LinkedHashMap<Known, Integer> numbers = new LinkedHashMap<>();
    private final List<Seen> seen = new ArrayList<>();
    private final ArrayDeque<Integer> open = new ArrayDeque<>();
    private final BitSet expanded = new BitSet();
    private final BitSet canEnd = new BitSet();
    private final BitSet started = new BitSet();
    private long steps;
    private boolean bounded;
    private boolean isTooMuch;
    private boolean isTooDeep;

    /** How a state was come to, and where it leads. */
    private static final class Seen {
        final int parent;
        final List<Step> steps;
        final int depth;
        int[] next = {};

        /** To go on from; empty when that was done. */
        byte[] snapshot = {};

        Seen(int parent, List<Step> steps, int depth) {
            this.parent = parent;
            this.steps = steps;
            this.depth = depth;
        }
    }

    /**
     * What was found.
     *
     * @param depth how many moves the trace has
     */
    record Found(Flaw flaw, List<Step> trace, int depth) {}

    /** A search up to so many moves away. */
    Search(Game game, Bounds bounds, boolean reduces, int depthMax) {
        this.game = game;
        this.bounds = bounds;
        this.reduces = reduces;
        this.depthMax = depthMax;
    }

    int states() {
        return numbers.size();
    }

    long steps() {
        return steps;
    }

    /** Whether something was cut at k. */
    boolean isBounded() {
        return bounded;
    }

    /** Whether states were left out, so that it says nothing when nothing was found. */
    boolean isIncomplete() {
        return isTooMuch || isTooDeep;
    }

    /** Looks at all there is, up to the first that is wrong. */
    Optional<Found> run() {
        seen.add(new Seen(-1, List.of(), 0));
        var found = take(0, beginnings());
        while (found.isEmpty() && !isTooMuch && !open.isEmpty()) {
            found = expand(open.removeFirst());
        }
        if (found.isPresent() || isIncomplete()) {
            return found;
        }
        return neverEnds().or(this::deadTasks);
    }

    private List<Played> beginnings() {
        var all = new ArrayList<Played>();
        int[] script = {};
        while (script != null && !isTooMuch) {
            all.add(game.start(script));
            count(all.size());
            script = game.nextScript();
        }
        return all;
    }

    private void count(int alternatives) {
        steps++;
        isTooMuch |= alternatives > bounds.statesMax();
    }

    private Optional<Found> expand(int number) {
        expanded.set(number);
        var snapshot = seen.get(number).snapshot;
        seen.get(number).snapshot = new byte[0];
        var vm = game.at(snapshot);
        var moves = game.moves(vm);
        bounded |= game.isCut(vm);
        if (moves.isEmpty()) {
            var stuck = game.spots(vm);
            var flaw =
                    vm.result().isPresent() ? new Flaw.LeftBehind(stuck) : new Flaw.Deadlock(stuck);
            return Optional.of(found(flaw, number, List.of()));
        }
        var all = new ArrayList<Played>();
        for (var move : moves) {
            var played = alternatives(snapshot, move);
            if (reduces && isLocal(vm, move, played)) {
                return take(number, played);
            }
            all.addAll(played);
        }
        return take(number, all);
    }

    private List<Played> alternatives(byte[] snapshot, Move move) {
        if (move.place() >= 0) {
            started.set(move.place());
        }
        var all = new ArrayList<Played>();
        int[] script = {};
        while (script != null && !isTooMuch) {
            all.add(game.play(game.at(snapshot), move, script));
            count(all.size());
            script = game.nextScript();
        }
        return all;
    }

    /**
     * Whether whatever comes of the move concerns nobody but who makes it, and is to be looked at.
     */
    private boolean isLocal(Vm vm, Move move, List<Played> all) {
        var key = move.key();
        if (!move.canBeLocal() || key == null) {
            return false;
        }
        var before = vm.survey().outlineBut(key);
        for (var played : all) {
            if (played.flaw().isPresent()
                    || played.isOver()
                    || played.isCut(bounds.k())
                    || !Arrays.equals(before, played.vm().survey().outlineBut(key))
                    || isExpanded(played.outline())) {
                return false;
            }
        }
        return true;
    }

    private boolean isExpanded(Known outline) {
        var number = numbers.get(outline);
        return number != null && expanded.get(number);
    }

    /** Takes in where a state leads. */
    private Optional<Found> take(int number, List<Played> all) {
        int depth = seen.get(number).depth + 1;
        int[] next = new int[all.size()];
        int count = 0;
        for (var played : all) {
            bounded |= played.counted();
            if (played.flaw().isPresent()) {
                return Optional.of(found(played.flaw().get(), number, played.steps()));
            }
            if (played.isOver()) {
                canEnd.set(number);
            } else if (played.isCut(bounds.k())) {
                bounded = true;
                canEnd.set(number);
            } else {
                var state = number(played, number, depth);
                if (state.isEmpty()) {
                    return Optional.empty();
                }
                next[count++] = state.getAsInt();
            }
        }
        seen.get(number).next = Arrays.copyOf(next, count);
        return Optional.empty();
    }

    /** The number of the state that was come to, unless it is one too many. */
    private OptionalInt number(Played played, int parent, int depth) {
        var outline = played.outline();
        var known = numbers.get(outline);
        if (known != null) {
            return OptionalInt.of(known);
        }
        if (numbers.size() == bounds.statesMax()) {
            isTooMuch = true;
            return OptionalInt.empty();
        }
        int number = seen.size();
        numbers.put(outline, number);
        seen.add(new Seen(parent, played.steps(), depth));
        if (depth <= depthMax) {
            seen.get(number).snapshot = played.vm().snapshot();
            open.add(number);
        } else {
            isTooDeep = true;
        }
        return OptionalInt.of(number);
    }

    // ---- what only the whole shows

    /** The nearest state from which no end can be come to. */
    private Optional<Found> neverEnds() {
        var before = new ArrayList<List<Integer>>();
        seen.forEach(_ -> before.add(new ArrayList<>()));
        for (int i = 0; i < seen.size(); i++) {
            for (int next : seen.get(i).next) {
                before.get(next).add(i);
            }
        }
        var known = (BitSet) canEnd.clone();
        var todo = new ArrayDeque<Integer>();
        known.stream().forEach(todo::add);
        while (!todo.isEmpty()) {
            for (int one : before.get(todo.removeFirst())) {
                if (!known.get(one)) {
                    known.set(one);
                    todo.add(one);
                }
            }
        }
        int first = known.nextClearBit(0);
        if (first >= seen.size()) {
            return Optional.empty();
        }
        var trace = trace(first, List.of());
        var busy = game.spots(game.replay(trace).vm());
        return Optional.of(found(new Flaw.NeverEnds(false, busy), first, List.of()));
    }

    private Optional<Found> deadTasks() {
        var dead = new ArrayList<Flaw.Spot>();
        for (int place : game.tasks()) {
            if (!started.get(place)) {
                dead.add(game.spot(place));
            }
        }
        return dead.isEmpty() || bounded
                ? Optional.empty()
                : Optional.of(new Found(new Flaw.DeadTask(dead), List.of(), 0));
    }

    private Found found(Flaw flaw, int number, List<Step> last) {
        int depth = seen.get(number).depth + (last.isEmpty() ? 0 : 1);
        return new Found(flaw, trace(number, last), depth);
    }

    private List<Step> trace(int number, List<Step> last) {
        var parts = new ArrayList<List<Step>>();
        parts.add(last);
        for (int at = number; at >= 0; at = seen.get(at).parent) {
            parts.add(seen.get(at).steps);
        }
        return parts.reversed().stream().flatMap(List::stream).toList();
    }
}
