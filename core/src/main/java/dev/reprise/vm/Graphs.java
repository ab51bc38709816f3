package dev.reprise.vm;

import dev.reprise.pattern.Context;
import dev.reprise.pattern.Merge;
import dev.reprise.pattern.Node;
import dev.reprise.program.Program;
import dev.reprise.vm.GraphState.Ended;
import dev.reprise.vm.GraphState.Waiting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Graphs: what happens when a node was carried out, and when nobody goes on silently. Only graphs
 * in which something has changed are looked at.
 */
final class Graphs {
    private final Board board;
    private final Program program;
    private final Tokens tokens;
    private final Frames frames;
    private final @Nullable GraphPlan[] plans;

    /** The graphs to be looked at, in the order in which they began. */
    private final TreeMap<Long, GraphState> changed = new TreeMap<>();

    Graphs(Board board) {
        this.board = board;
        this.program = board.program;
        this.tokens = board.tokens;
        this.frames = board.frames;
        this.plans = new @Nullable GraphPlan[program.tables().graphs().size()];
    }

    boolean hasChanged() {
        return !changed.isEmpty();
    }

    GraphState state(int frame) {
        return (GraphState) Objects.requireNonNull(frames.extra(frame));
    }

    GraphPlan plan(int number) {
        var plan = plans[number];
        if (plan == null) {
            plan = new GraphPlan(program.tables().graphs().get(number), board.linked);
            plans[number] = plan;
        }
        return plan;
    }

    void begin(int token) {
        int at = tokens.at(token);
        int frame = board.enter(token, Frames.GRAPH, -1);
        frames.base(frame, tokens.context(token));
        var state = new GraphState(plan(program.at(at + 1)), frame, board.sequence++);
        frames.extra(frame, state);
        board.rest(token, Tokens.HOLDING);
        activate(state, 0, tokens.context(token));
    }

    void change(GraphState state) {
        if (!state.isOver) {
            changed.put(state.begun, state);
        }
    }

    private void activate(GraphState state, int node, Context context) {
        int number = state.activations[node]++;
        var code = state.plan.nodes.get(node);
        int trail = Frames.fold(frames.trail(state.frame), number);
        int token = board.born(code.place(), trail, code.at(), context);
        int frame = frames.add(Frames.NODE, code.at(), state.frame, token, number, false);
        frames.count(frame, node);
        tokens.frame(token, frame);
        state.busy[node]++;
        state.busyCount++;
        change(state);
    }

    /** A node that was under way when it was written down is so again. */
    void nodeRestored(int frame) {
        var state = state(frames.parent(frame));
        state.busy[frames.count(frame)]++;
        state.busyCount++;
    }

    boolean hasChanged(GraphState state) {
        return changed.containsKey(state.begun);
    }

    void nodeLeft(int frame) {
        var state = state(frames.parent(frame));
        state.busy[frames.count(frame)]--;
        state.busyCount--;
        change(state);
    }

    void graphLeft(int frame) {
        var state = state(frame);
        state.isOver = true;
        changed.remove(state.begun);
    }

    /** A node has been carried out: its token goes where the exit says, and is no more. */
    void pass(int token) {
        int frame = tokens.frame(token);
        var state = state(frames.parent(frame));
        int node = frames.count(frame);
        int number = frames.number(frame);
        var context = tokens.context(token);
        int[] targets = targets(state, node, token);
        board.dies(token);
        board.abandon(frame);
        if (state.plan.node(node).exit() instanceof Node.Exit.End) {
            state.ended.add(new Ended(node, number, context));
        }
        for (int target : targets) {
            state.add(target, new Waiting(node, context));
        }
        for (int i = 0; i < targets.length; i++) {
            if (i == 0 || targets[i] != targets[i - 1]) {
                arrivals(state, targets[i]);
            }
        }
    }

    private int[] targets(GraphState state, int node, int token) {
        var plan = state.plan;
        return switch (plan.node(node).exit()) {
            case Node.Exit.End() -> new int[0];
            case Node.Exit.All _ -> plan.targets[node];
            case Node.Exit.One _ -> plan.taken(node, tokens.context(token), true);
            case Node.Exit.Some _ -> plan.taken(node, tokens.context(token), false);
            case Node.Exit.Threads(int count, _) -> {
                int[] same = new int[count];
                java.util.Arrays.fill(same, plan.targets[node][0]);
                yield same;
            }
            case Node.Exit.Free _ -> {
                int picked = board.standing.pick(plan.targets[node].length);
                board.tracer.picked(token, plan.nodes.get(node).place(), picked);
                yield new int[] {plan.targets[node][picked]};
            }
        };
    }

    /** Carries the node out as often as those who wait allow it. */
    private void arrivals(GraphState state, int node) {
        var entrance = state.entrances.get(node);
        switch (state.plan.node(node).entry()) {
            case Node.Entry.One(), Node.Entry.Each() -> {
                while (!state.isOver && !entrance.waiting.isEmpty()) {
                    activate(state, node, state.takeFirst(node, 1).getFirst().context());
                }
            }
            case Node.Entry.All() -> {
                while (!state.isOver && entrance.missing == 0) {
                    fire(state, node, state.takeFirstOfEach(node));
                }
            }
            case Node.Entry.Threads(int count) -> {
                while (!state.isOver && entrance.waiting.size() >= count) {
                    fire(state, node, state.takeFirst(node, count));
                }
            }
            case Node.Entry.Partial(int count) -> partial(state, node, count);
            case Node.Entry.Sync _ -> {}
        }
        change(state);
    }

    private void partial(GraphState state, int node, int count) {
        var entrance = state.entrances.get(node);
        while (!state.isOver && state.takeForRound(node)) {
            if (!entrance.fired && entrance.got.size() == count) {
                state.round(node, true);
                fire(state, node, List.copyOf(entrance.got));
            }
            if (entrance.broughtCount == entrance.brought.length) {
                state.round(node, false);
            }
        }
    }

    private void fire(GraphState state, int node, List<Waiting> arrived) {
        var plan = state.plan;
        var arrivals = new ArrayList<Merge.Arrival>();
        for (int i = 0; i < arrived.size(); i++) {
            var one = arrived.get(i);
            arrivals.add(
                    new Merge.Arrival(
                            "the way "
                                    + plan.node(one.from()).label()
                                    + " to "
                                    + plan.node(node).label(),
                            i,
                            one.context()));
        }
        try {
            activate(
                    state,
                    node,
                    board.splits.merge(plan.merge, frames.base(state.frame), arrivals));
        } catch (Mishap mishap) {
            board.scopes.fail(frames.owner(state.frame), mishap.failure());
        }
    }

    /**
     * When nobody goes on silently: carries one node out whose synchronising entry has got all that
     * can come, or ends one graph in which nobody is left. False when there is neither.
     */
    boolean synchronise() {
        while (!changed.isEmpty()) {
            var state = changed.firstEntry().getValue();
            for (int node : state.plan.syncs) {
                if (!state.entrances.get(node).waiting.isEmpty()
                        && (state.allSynchronise() || state.nobodyCanCome(node))) {
                    fire(state, node, state.takeFirstOfEach(node));
                    change(state);
                    return true;
                }
            }
            if (state.nobodyIsLeft()) {
                end(state);
                return true;
            }
            changed.remove(state.begun);
        }
        return false;
    }

    private void end(GraphState state) {
        state.ended.sort(Comparator.comparingInt(Ended::node).thenComparingInt(Ended::activation));
        var arrivals = new ArrayList<Merge.Arrival>();
        for (int i = 0; i < state.ended.size(); i++) {
            var one = state.ended.get(i);
            arrivals.add(
                    new Merge.Arrival(
                            "the node " + state.plan.node(one.node()).label(), i, one.context()));
        }
        int owner = frames.owner(state.frame);
        try {
            var merged = board.splits.merge(state.plan.merge, frames.base(state.frame), arrivals);
            int end = program.at(frames.site(state.frame) + 2);
            board.leave(state.frame);
            tokens.context(owner, merged);
            board.goOn(owner, end);
        } catch (Mishap mishap) {
            board.scopes.fail(owner, mishap.failure());
        }
    }
}
