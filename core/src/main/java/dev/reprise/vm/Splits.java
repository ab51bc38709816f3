package dev.reprise.vm;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.pattern.Context;
import dev.reprise.pattern.Instances;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Merge;
import dev.reprise.program.Code;
import dev.reprise.program.Program;
import dev.reprise.program.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Branches and instances, and the joins behind them. The frame of a split counts who was started
 * ({@code count}) and who has arrived ({@code link}), has the first of those who wait for their
 * turn ({@code list}), and counts who has it, or asks ({@code back}).
 */
final class Splits {
    private final Board board;
    private final Program program;
    private final Tokens tokens;
    private final Frames frames;
    private int[] taken = new int[8];

    Splits(Board board) {
        this.board = board;
        this.program = board.program;
        this.tokens = board.tokens;
        this.frames = board.frames;
    }

    // ---- starting

    /** The token starts the branches of the fork where it is. */
    void fork(int token) {
        int at = tokens.at(token);
        int count = program.at(at + 5);
        var context = tokens.context(token);
        int started = 0;
        if (taken.length < count) {
            taken = new int[count];
        }
        for (int i = 0; i < count; i++) {
            if (board.lets(program.at(at + 6 + 3 * i), context, started == 0)) {
                taken[started++] = i;
            }
        }
        if (started == 0) {
            throw Board.noBranch();
        }
        int split = hold(token, program.at(at + 1) == Code.TURNS_TASKS);
        for (int i = 0; i < started; i++) {
            int group = at + 6 + 3 * taken[i];
            branch(split, taken[i], program.at(group + 1), program.at(group + 2), false, context);
        }
        begun(token, split);
    }

    private int hold(int token, boolean gate) {
        int split = board.enter(token, Frames.SPLIT, tokens.at(token), -1, gate);
        frames.link(split, 0);
        frames.back(split, 0);
        frames.base(split, tokens.context(token));
        tokens.state(token, Tokens.HOLDING);
        return split;
    }

    private void begun(int token, int split) {
        if (join(split).need() instanceof Join.Nobody) {
            int end = end(program, frames.site(split));
            board.leave(split);
            board.goOn(token, end);
        } else if (frames.count(split) == 0 && !frames.isOpen(split)) {
            fire(split);
        } else {
            board.rest(token, Tokens.HOLDING);
        }
    }

    private void branch(
            int split, int index, int at, int place, boolean numbered, Context context) {
        frames.count(split, frames.count(split) + 1);
        int trail = frames.trail(split);
        int token = board.born(place, numbered ? Frames.fold(trail, index) : trail, at, context);
        int frame = frames.add(Frames.BRANCH, at, split, token, numbered ? index : -1, false);
        frames.count(frame, index);
        tokens.frame(token, frame);
        if (blocks(split)) {
            board.standing.branchBegan(block(split));
        }
    }

    /** The token starts the instances of the each where it is. */
    void instances(int token) {
        int at = tokens.at(token);
        var each = program.tables().eaches().get(program.at(at + 1));
        var instances = each.instances();
        var first = instances instanceof Instances.Growing growing ? growing.first() : instances;
        var items = items(token, first);
        int split = hold(token, false);
        for (var item : items) {
            instance(split, item);
        }
        if (instances instanceof Instances.Growing) {
            frames.open(split);
            board.signals.opened(token, split);
            if (frames.kind(split) != Frames.SPLIT || tokens.frame(token) != split) {
                return;
            }
        }
        begun(token, split);
    }

    private List<Payload> items(int token, Instances instances) {
        var context = tokens.context(token);
        try {
            if (instances instanceof Instances.Items(var name)) {
                var items = board.linked.list(name).apply(context);
                return counted(items, items.size());
            }
            int count =
                    switch (instances) {
                        case Instances.Fixed(int fixed) -> fixed;
                        case Instances.Counted(var name) ->
                                board.linked.count(name).applyAsInt(context);
                        default -> throw new IllegalStateException("no instances: " + instances);
                    };
            return numbers(count);
        } catch (RuntimeException e) {
            throw Mishap.of(e);
        }
    }

    private static List<Payload> numbers(int count) {
        counted(List.of(), count);
        var numbers = new ArrayList<Payload>(count);
        for (int i = 0; i < count; i++) {
            numbers.add(Payload.text(Integer.toString(i)));
        }
        return numbers;
    }

    private static List<Payload> counted(List<Payload> items, int count) {
        if (count < 0 || count > Instances.COUNT_MAX) {
            throw Mishap.of("BadCount", count + " instances");
        }
        return items;
    }

    private void instance(int split, Payload item) {
        int at = frames.site(split);
        var each = each(split);
        var base = frames.base(split);
        branch(
                split,
                frames.count(split),
                at + 4,
                program.at(at + 2),
                true,
                each.item().isEmpty() ? base : base.with(each.item(), item));
    }

    /** A signal for an each that is open: one instance more, or no more. */
    void grow(int owner, boolean adds, Payload value) {
        int split = tokens.frame(owner);
        if (!adds) {
            frames.close(split);
            board.signals.stopGrowing(owner, split);
            if (frames.link(split) == frames.count(split)) {
                tryFire(split);
            }
        } else if (frames.count(split) == Instances.COUNT_MAX) {
            board.scopes.fail(owner, new Failure.Application("BadCount", "one instance too many"));
        } else {
            instance(split, value);
        }
    }

    // ---- joining

    /** The branch of the token has come to its end. */
    void arrive(int token) {
        int branch = tokens.frame(token);
        int split = frames.parent(branch);
        int index = frames.count(branch);
        boolean late = frames.isLeft(split);
        var context = late ? Context.EMPTY : brought(split, tokens.context(token));
        board.dies(token);
        board.abandon(branch);
        if (!late) {
            arrived(split, index, context);
            tryFire(split);
        }
    }

    /** What an instance brings is without its item. */
    private Context brought(int split, Context context) {
        if (program.at(frames.site(split)) != Code.EACH) {
            return context;
        }
        var item = each(split).item();
        if (item.isEmpty()) {
            return context;
        }
        var before = frames.base(split).find(item);
        return before.isPresent() ? context.with(item, before.get()) : context.without(item);
    }

    @SuppressWarnings("ReferenceEquality") // what is the same changes nothing
    private void arrived(int split, int index, Context context) {
        frames.link(split, frames.link(split) + 1);
        if (board.linked.isBuiltIn(merge(split)) && context == frames.base(split)) {
            return;
        }
        var arrivals = arrivals(split);
        if (arrivals == null) {
            arrivals = new @Nullable Context[Math.max(index + 1, frames.count(split))];
            frames.extra(split, arrivals);
        } else if (index >= arrivals.length) {
            arrivals = Arrays.copyOf(arrivals, Math.max(index + 1, arrivals.length * 2));
            frames.extra(split, arrivals);
        }
        arrivals[index] = context;
    }

    @Nullable Context @Nullable [] arrivals(int split) {
        return (@Nullable Context[]) frames.extra(split);
    }

    private void tryFire(int split) {
        try {
            int arrived = frames.link(split);
            boolean all = !frames.isOpen(split) && arrived == frames.count(split);
            boolean enough =
                    switch (join(split).need()) {
                        case Join.All(), Join.Nobody() -> false;
                        case Join.AtLeast(int count) -> arrived >= count;
                        case Join.When _ -> arrived > 0 && isEnough(split);
                    };
            if (all || enough) {
                fire(split);
            }
        } catch (Mishap mishap) {
            board.scopes.fail(frames.owner(split), mishap.failure());
        }
    }

    private boolean isEnough(int split) {
        var merged = merged(split);
        try {
            return board.linked.need(joinNumber(split)).test(merged);
        } catch (RuntimeException e) {
            throw Mishap.of(e);
        }
    }

    private Context merged(int split) {
        var arrived = new ArrayList<Merge.Arrival>();
        var arrivals = arrivals(split);
        if (arrivals != null) {
            for (int i = 0; i < arrivals.length; i++) {
                var context = arrivals[i];
                if (context != null) {
                    arrived.add(new Merge.Arrival("branch " + i, i, context));
                }
            }
        }
        return merge(merge(split), frames.base(split), arrived);
    }

    Context merge(int rule, Context base, List<Merge.Arrival> arrived) {
        if (board.linked.isBuiltIn(rule) && arrived.isEmpty()) {
            return base;
        }
        try {
            return board.linked.merge(rule).merge(base, arrived);
        } catch (RuntimeException e) {
            throw Mishap.of(e);
        }
    }

    /** The flow goes on after the split, with what has arrived. */
    void fire(int split) {
        var merged = merged(split);
        if (join(split).rest() == Join.Rest.CANCEL) {
            withdrawBranches(split);
        }
        int owner = frames.owner(split);
        int end = end(program, frames.site(split));
        board.leave(split);
        tokens.context(owner, merged);
        board.goOn(owner, end);
    }

    /** Takes away all branches that have not arrived. */
    void withdrawBranches(int split) {
        int branch = frames.child(split);
        while (branch >= 0) {
            int next = frames.next(branch);
            if (!frames.isLeft(branch)) {
                board.withdraw(branch, -1);
            }
            branch = next;
        }
    }

    /** Completes the instances: the join goes on with those that have arrived. */
    void complete(int split) {
        withdrawBranches(split);
        try {
            fire(split);
        } catch (Mishap mishap) {
            board.scopes.fail(frames.owner(split), mishap.failure());
        }
    }

    // ---- what the board tells

    void branchLeft(int branch) {
        int split = frames.parent(branch);
        if (blocks(split)) {
            board.standing.branchEnded(block(split));
        }
        if (frames.link(branch) > 0) {
            board.standing.turn(split, false);
        }
    }

    /** A branch that was under way when it was written down is so again. */
    void branchRestored(int branch) {
        int split = frames.parent(branch);
        if (blocks(split)) {
            board.standing.branchBegan(block(split));
        }
    }

    void splitLeft(int split) {
        if (frames.isOpen(split)) {
            frames.close(split);
            board.signals.stopGrowing(frames.owner(split), split);
        }
        if (frames.gate(split) == split && frames.back(split) > 0) {
            board.standing.refreshInside(split);
        }
    }

    /** The token has its turn, and goes into its part. */
    void turn(int token) {
        int branch = tokens.frame(token);
        frames.link(branch, 1);
        board.standing.turn(frames.parent(branch), true);
    }

    // ---- what the code says

    Tables.EachCode each(int split) {
        return program.tables().eaches().get(program.at(frames.site(split) + 1));
    }

    private int joinNumber(int split) {
        int site = frames.site(split);
        return program.at(site) == Code.FORK ? program.at(site + 2) : each(split).join();
    }

    Join join(int split) {
        return program.tables().joins().get(joinNumber(split));
    }

    private int merge(int split) {
        int site = frames.site(split);
        return program.at(site) == Code.FORK ? program.at(site + 3) : each(split).merge();
    }

    private boolean blocks(int split) {
        return join(split).rest() == Join.Rest.BLOCK;
    }

    /** The number of the block, which stands before the split. */
    private int block(int split) {
        int site = frames.site(split);
        Check.invariant(program.at(site - 2) == Code.BLOCK, "a blocking split has no block");
        return program.at(site - 1);
    }

    /** Whether the split there lets its tasks have their turns. */
    boolean isOfTasks(int site) {
        return program.at(site) == Code.FORK && program.at(site + 1) == Code.TURNS_TASKS;
    }

    static int end(Program program, int site) {
        return program.at(program.at(site) == Code.FORK ? site + 4 : site + 3);
    }
}
