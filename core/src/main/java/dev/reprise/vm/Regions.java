package dev.reprise.vm;

import dev.reprise.program.Code;
import dev.reprise.program.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which regions are active, and who looks at them.
 *
 * <p>A region and who looks at it are in the same surroundings when the innermost numbered frame
 * around both is the same for all terms that are around both. So each of them is entered at every
 * numbered frame around it, out to the call or the whole, together with the site of the numbered
 * frame that it is in next. Two that are entered at one frame are in the same surroundings, unless
 * they are next in frames of one site: then they are either in one frame, and meet there, or in two
 * instances of one term, which is what surroundings keep apart.
 */
final class Regions {
    private static final int HERE = -1;

    private final Board board;
    private final Program program;
    private final Tokens tokens;
    private final Frames frames;

    /** By name: the last region that became active, or -1; the others are linked. */
    private final int[] active;

    /** By numbered frame and name: who is entered there. */
    private final TreeMap<Long, TreeMap<Integer, Entered>> vicinities = new TreeMap<>();

    /** The regions and the milestones that are next in frames of one site. */
    private static final class Entered {
        final TreeSet<Integer> regions = new TreeSet<>();
        final TreeSet<Integer> milestones = new TreeSet<>();
    }

    Regions(Board board) {
        this.board = board;
        this.program = board.program;
        this.tokens = board.tokens;
        this.frames = board.frames;
        int names = program.tables().names().size();
        this.active = new int[names];
        Arrays.fill(active, -1);
    }

    private int name(int frame) {
        return program.at(frames.site(frame) + 1);
    }

    // ---- entering and leaving

    void entered(int region) {
        int name = name(region);
        int other = active[name];
        frames.link(region, other);
        frames.back(region, -1);
        if (other >= 0) {
            frames.back(other, region);
        }
        active[name] = region;
        if (board.linked.isWatched(name)) {
            around(
                    frames.parent(region),
                    name,
                    (vicinity, next) -> {
                        vicinity.computeIfAbsent(next, _ -> new Entered()).regions.add(region);
                        milestones(vicinity, next).forEach(it -> seen(it, 1));
                    });
        }
    }

    void left(int region) {
        int name = name(region);
        int next = frames.link(region);
        int previous = frames.back(region);
        if (next >= 0) {
            frames.back(next, previous);
        }
        if (previous >= 0) {
            frames.link(previous, next);
        } else {
            active[name] = next;
        }
        if (board.linked.isWatched(name)) {
            around(
                    frames.parent(region),
                    name,
                    (vicinity, site) -> {
                        entered(vicinity, site).regions.remove(region);
                        milestones(vicinity, site).forEach(it -> seen(it, -1));
                        forget(vicinity, site);
                    });
        }
    }

    /** A milestone begins to look at its region. */
    void watch(int milestone) {
        int[] count = new int[1];
        around(
                frames.parent(milestone),
                name(milestone),
                (vicinity, next) -> {
                    vicinity.computeIfAbsent(next, _ -> new Entered()).milestones.add(milestone);
                    count[0] += regions(vicinity, next).size();
                });
        frames.count(milestone, count[0]);
    }

    /** A milestone was left: it keeps nobody any more. */
    void unwatch(int milestone) {
        around(
                frames.parent(milestone),
                name(milestone),
                (vicinity, site) -> {
                    entered(vicinity, site).milestones.remove(milestone);
                    forget(vicinity, site);
                });
        if (frames.count(milestone) == 0) {
            board.standing.refreshInside(milestone);
        }
    }

    private void seen(int milestone, int change) {
        int count = frames.count(milestone) + change;
        frames.count(milestone, count);
        if (count == 0 || count == change) {
            board.standing.refreshInside(milestone);
        }
    }

    /** What is done at a numbered frame, and the site of the next one inwards. */
    private interface Visit {
        void at(TreeMap<Integer, Entered> vicinity, int next);
    }

    /** Visits the numbered frames from this one outwards, to the call or the whole. */
    private void around(int from, int name, Visit visit) {
        int next = HERE;
        int frame = frames.noted(from);
        while (frame >= 0) {
            if (frames.number(frame) >= 0) {
                visit(frame, name, next, visit);
                next = frames.site(frame);
                if (frames.kind(frame) == Frames.CALL) {
                    return;
                }
            }
            frame = frames.notedAround(frame);
        }
        visit(-1, name, next, visit);
    }

    private void visit(int frame, int name, int next, Visit visit) {
        long key = (long) frame << 32 | name;
        var vicinity = vicinities.computeIfAbsent(key, _ -> new TreeMap<>());
        visit.at(vicinity, next);
        if (vicinity.isEmpty()) {
            vicinities.remove(key);
        }
    }

    private static Entered entered(TreeMap<Integer, Entered> vicinity, int next) {
        var entered = vicinity.get(next);
        dev.reprise.Check.invariant(entered != null, "a region or a milestone is not entered");
        return entered;
    }

    private static void forget(TreeMap<Integer, Entered> vicinity, int next) {
        var entered = entered(vicinity, next);
        if (entered.regions.isEmpty() && entered.milestones.isEmpty()) {
            vicinity.remove(next);
        }
    }

    private static List<Integer> milestones(TreeMap<Integer, Entered> vicinity, int next) {
        var found = new ArrayList<Integer>();
        vicinity.forEach(
                (site, entered) -> {
                    if (site != next || next == HERE) {
                        found.addAll(entered.milestones);
                    }
                });
        return found;
    }

    private static List<Integer> regions(TreeMap<Integer, Entered> vicinity, int next) {
        var found = new ArrayList<Integer>();
        vicinity.forEach(
                (site, entered) -> {
                    if (site != next || next == HERE) {
                        found.addAll(entered.regions);
                    }
                });
        return found;
    }

    // ---- cancelling

    /** The token cancels or completes regions in its surroundings. */
    void cancel(int token) {
        int at = tokens.at(token);
        int name = program.at(at + 1);
        boolean completes = program.at(at) == Code.COMPLETE;
        var found = new ArrayList<Integer>();
        around(
                tokens.frame(token),
                name,
                (vicinity, next) -> found.addAll(regions(vicinity, next)));
        board.goOn(token, at + 2);
        end(found, true, completes);
    }

    /** Cancels all regions of that name, from outside. */
    void cancelAll(int name) {
        var found = new ArrayList<Integer>();
        for (int region = active[name]; region >= 0; region = frames.link(region)) {
            found.add(region);
        }
        end(found, false, false);
    }

    private void end(List<Integer> found, boolean inBody, boolean completes) {
        found.removeIf(it -> isInsideOfAnother(it, inBody));
        found.sort(Comparator.comparingLong(it -> tokens.number(frames.owner(it))));
        for (int region : found) {
            boolean isThere = frames.kind(region) == Frames.REGION && !frames.isLeft(region);
            if (isThere && !board.isOver()) {
                end(region, completes);
            }
        }
    }

    private boolean isInsideOfAnother(int region, boolean inBody) {
        int frame = frames.notedAround(region);
        while (frame >= 0 && !(inBody && frames.kind(frame) == Frames.CALL)) {
            if (frames.kind(frame) == Frames.REGION
                    && !frames.isLeft(frame)
                    && name(frame) == name(region)) {
                return true;
            }
            frame = frames.notedAround(frame);
        }
        return false;
    }

    private void end(int region, boolean completes) {
        int owner = frames.owner(region);
        int inside = tokens.frame(owner);
        if (completes && frames.kind(inside) == Frames.SPLIT && frames.parent(inside) == region) {
            board.splits.complete(inside);
            return;
        }
        var base = frames.base(region);
        int behind = program.at(frames.site(region) + 2);
        board.withdraw(region, owner);
        tokens.context(owner, base);
        board.goOn(owner, behind);
    }
}
