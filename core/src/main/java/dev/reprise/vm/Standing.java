package dev.reprise.vm;

import dev.reprise.Check;
import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.EnabledSet;
import dev.reprise.choice.Kind;
import dev.reprise.choice.Scheduler;
import dev.reprise.program.Code;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who stands before something, and may do it. Those who stand before one lock, one blocking split
 * or one turn are in a list, and become able together; tasks are held by the gates around them.
 *
 * <p>A token that is able, and alone, is not put into the enabled set: with a scheduler that lets
 * single actions pass, choosing it costs nothing.
 */
final class Standing {
    static final Kind BRANCH = new Kind(2, "branch");

    private final Board board;
    private final Tokens tokens;
    private final Frames frames;
    private final Scheduler scheduler;
    private final boolean passes;

    /** Made when two are able, which in many runs never happens. */
    private @Nullable EnabledSet enabled;

    private int enabledCount;

    /** The one who is able, when there is only one, or -1. */
    private int single = -1;

    /** By name: how many are inside of the lock, and who stands before it. */
    private final int[] locked;

    private final int[] beforeLock;

    /** By blocking split: how many branches are under way, and who stands before it. */
    private final int[] busy;

    private final int[] beforeBlock;

    private final List<Enabled> picks = new ArrayList<>();

    Standing(Board board, Scheduler scheduler) {
        this.board = board;
        this.tokens = board.tokens;
        this.frames = board.frames;
        this.scheduler = scheduler;
        this.passes = scheduler.canPass();
        int names = board.program.tables().names().size();
        int blocks = board.program.tables().blocks();
        this.locked = new int[names];
        this.beforeLock = filled(names);
        this.busy = new int[blocks];
        this.beforeBlock = filled(blocks);
    }

    private static int[] filled(int length) {
        int[] lists = new int[length];
        java.util.Arrays.fill(lists, -1);
        return lists;
    }

    /** How many can be chosen. */
    int able() {
        return enabledCount + (single >= 0 ? 1 : 0);
    }

    // ---- coming and going

    /** The token stands before the instruction where it is. */
    void add(int token) {
        board.rest(token, Tokens.STANDING);
        int at = tokens.at(token);
        switch (board.program.at(at)) {
            case Code.LOCK -> {
                int name = board.program.at(at + 1);
                beforeLock[name] = linked(token, beforeLock[name]);
            }
            case Code.BLOCK -> {
                int block = board.program.at(at + 1);
                beforeBlock[block] = linked(token, beforeBlock[block]);
            }
            case Code.TURN -> {
                int split = frames.parent(tokens.frame(token));
                frames.list(split, linked(token, frames.list(split)));
            }
            default -> {}
        }
        refresh(token);
    }

    /** The token stands there no more. */
    void remove(int token) {
        able(token, false);
        int at = tokens.at(token);
        switch (board.program.at(at)) {
            case Code.LOCK -> {
                int name = board.program.at(at + 1);
                beforeLock[name] = unlinked(token, beforeLock[name]);
            }
            case Code.BLOCK -> {
                int block = board.program.at(at + 1);
                beforeBlock[block] = unlinked(token, beforeBlock[block]);
            }
            case Code.TURN -> {
                int split = frames.parent(tokens.frame(token));
                frames.list(split, unlinked(token, frames.list(split)));
            }
            default -> {}
        }
    }

    private int linked(int token, int first) {
        tokens.next(token, first);
        tokens.previous(token, -1);
        if (first >= 0) {
            tokens.previous(first, token);
        }
        return token;
    }

    private int unlinked(int token, int first) {
        int next = tokens.next(token);
        int previous = tokens.previous(token);
        if (next >= 0) {
            tokens.previous(next, previous);
        }
        if (previous >= 0) {
            tokens.next(previous, next);
        }
        return first == token ? next : first;
    }

    private void refresh(int token) {
        able(token, may(token));
    }

    private void refreshAll(int first) {
        for (int token = first; token >= 0; token = tokens.next(token)) {
            refresh(token);
        }
    }

    private boolean may(int token) {
        int at = tokens.at(token);
        return switch (board.program.at(at)) {
            case Code.TASK, Code.EFFECT -> mayStart(token);
            case Code.LOCK -> locked[board.program.at(at + 1)] == 0;
            case Code.BLOCK -> busy[board.program.at(at + 1)] == 0;
            case Code.TURN -> frames.back(frames.parent(tokens.frame(token))) == 0;
            default -> true;
        };
    }

    private boolean mayStart(int token) {
        int gate = frames.gate(tokens.frame(token));
        while (gate >= 0) {
            if (!frames.isLeft(gate) && isShut(gate)) {
                return false;
            }
            gate = frames.gateAround(gate);
        }
        return true;
    }

    /** A milestone without an active region, or tasks of which one is under way. */
    private boolean isShut(int gate) {
        return frames.kind(gate) == Frames.MILESTONE
                ? frames.count(gate) == 0
                : frames.back(gate) > 0;
    }

    private void able(int token, boolean able) {
        if (able == tokens.enabled(token)) {
            return;
        }
        tokens.enabled(token, able);
        if (!able) {
            if (single == token) {
                single = -1;
            } else {
                enabled().remove(tokens.action(token).key());
                enabledCount--;
            }
        } else if (single < 0 && enabledCount == 0) {
            single = token;
        } else {
            spread();
            show(token);
        }
    }

    private void spread() {
        if (single >= 0) {
            show(single);
            single = -1;
        }
    }

    private void show(int token) {
        enabled().add(tokens.action(token));
        enabledCount++;
    }

    private EnabledSet enabled() {
        var set = enabled;
        if (set == null) {
            set = new EnabledSet();
            enabled = set;
        }
        return set;
    }

    // ---- choosing

    /** Whether somebody who stood now would be taken without being shown. */
    boolean canPass() {
        return passes && single < 0 && enabledCount == 0;
    }

    /** Somebody was taken without being shown. */
    void pass() {
        scheduler.pass();
        board.steps++;
    }

    /** Lets the scheduler choose one of those who may. */
    int choose() {
        if (single >= 0 && passes) {
            pass();
            return single;
        }
        spread();
        var chosen = scheduler.choose(enabled());
        board.steps++;
        int token = tokens.find(chosen.key().number());
        Check.state(
                token >= 0 && tokens.enabled(token),
                "the scheduler %s chose %s, which is not enabled",
                scheduler,
                chosen);
        return token;
    }

    /** Lets the scheduler pick one of so many branches. */
    int pick(int count) {
        board.steps++;
        if (count == 1 && passes) {
            scheduler.pass();
            return 0;
        }
        return (int) scheduler.choose(branches(count)).key().number();
    }

    private Enabled branches(int count) {
        while (picks.size() < count && picks.size() < 16) {
            picks.add(branchesAnew(picks.size() + 1));
        }
        return count <= picks.size() ? picks.get(count - 1) : branchesAnew(count);
    }

    private static Enabled branchesAnew(int count) {
        var actions = new ArrayList<Action>(count);
        for (int i = 0; i < count; i++) {
            actions.add(Action.of(BRANCH.key(i)));
        }
        return Enabled.of(actions);
    }

    // ---- what changes who may

    /** Whether the token is inside of a lock of that name. */
    boolean isInside(int token, int name) {
        int frame = frames.noted(tokens.frame(token));
        while (frame >= 0) {
            if (frames.kind(frame) == Frames.LOCK
                    && !frames.isLeft(frame)
                    && board.program.at(frames.site(frame) + 1) == name) {
                return true;
            }
            frame = frames.notedAround(frame);
        }
        return false;
    }

    void lock(int name) {
        if (locked[name]++ == 0) {
            refreshAll(beforeLock[name]);
        }
    }

    void unlock(int name) {
        if (--locked[name] == 0) {
            refreshAll(beforeLock[name]);
        }
    }

    void branchBegan(int block) {
        if (busy[block]++ == 0) {
            refreshAll(beforeBlock[block]);
        }
    }

    void branchEnded(int block) {
        if (--busy[block] == 0) {
            refreshAll(beforeBlock[block]);
        }
    }

    /** A branch of the split has its turn, or has it no more. */
    void turn(int split, boolean taken) {
        frames.back(split, taken ? 1 : 0);
        refreshAll(frames.list(split));
    }

    /** The token begins or ends to ask, which concerns the tasks that are to be one at a time. */
    void asks(int token, boolean begins) {
        int gate = frames.gate(tokens.frame(token));
        while (gate >= 0) {
            if (frames.kind(gate) == Frames.SPLIT) {
                int asking = frames.back(gate) + (begins ? 1 : -1);
                frames.back(gate, asking);
                if (asking == (begins ? 1 : 0) && !frames.isLeft(gate)) {
                    refreshInside(gate);
                }
            }
            gate = frames.gateAround(gate);
        }
    }

    /** Looks anew at all tasks that stand inside of the frame. */
    void refreshInside(int top) {
        int frame = top;
        while (true) {
            int owner = frames.owner(frame);
            if (!frames.isLeft(frame)
                    && tokens.state(owner) == Tokens.STANDING
                    && tokens.frame(owner) == frame) {
                refresh(owner);
            }
            if (frames.child(frame) >= 0) {
                frame = frames.child(frame);
                continue;
            }
            while (frame != top && frames.next(frame) < 0) {
                frame = frames.parent(frame);
            }
            if (frame == top) {
                return;
            }
            frame = frames.next(frame);
        }
    }

    void invariants() {
        int count = 0;
        for (int token = 0; token < tokens.used(); token++) {
            if (tokens.state(token) == Tokens.STANDING) {
                Check.invariant(
                        tokens.enabled(token) == may(token), "a token is able and may not, or not");
                count += tokens.enabled(token) ? 1 : 0;
            }
        }
        Check.invariant(count == able(), "somebody is able who does not stand");
    }
}
