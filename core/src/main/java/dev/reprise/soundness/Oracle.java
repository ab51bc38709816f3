package dev.reprise.soundness;

import dev.reprise.Check;
import dev.reprise.choice.Action;
import dev.reprise.choice.Enabled;
import dev.reprise.choice.Key;
import dev.reprise.choice.Scheduler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes all choices of a run by a script, and writes them down; behind the end of the script, the
 * first alternative. So the next script is the last one with its last choice changed that has
 * another alternative: from the empty one on, that comes by all there are.
 */
final class Oracle implements Scheduler {
    /** Who is asked the same so often while nobody stands goes round without an end. */
    private static final int ASKED_MAX = 1_000;

    private final int k;
    private int[] script = {};
    private final List<Step> log = new ArrayList<>();
    private final List<Integer> alternatives = new ArrayList<>();
    private final TreeMap<String, Integer> asked = new TreeMap<>();

    private @Nullable Key next;
    private boolean canFail;
    private boolean isEndless;
    private boolean hasCounted;

    Oracle(int k) {
        this.k = k;
    }

    /**
     * A run goes on by this script.
     *
     * @param next the token that is chosen first, if one is
     * @param canFail whether the task that it stands before can fail
     */
    void begin(int[] script, @Nullable Key next, boolean canFail) {
        this.script = script;
        this.next = next;
        this.canFail = canFail;
        isEndless = false;
        hasCounted = false;
        log.clear();
        alternatives.clear();
        asked.clear();
    }

    /** The choices that were made, in order. */
    List<Step> log() {
        return List.copyOf(log);
    }

    /** Whether the same was asked too often. */
    boolean isEndless() {
        return isEndless;
    }

    /** Who was asked too often has not answered the last time. */
    void forgetTheLast() {
        if (isEndless) {
            log.removeLast();
            alternatives.removeLast();
        }
    }

    /** Whether it was asked how many there are, and more than k were left out. */
    boolean hasCounted() {
        return hasCounted;
    }

    /** The next script, or none when all alternatives were tried. */
    int @Nullable [] nextScript() {
        for (int i = log.size() - 1; i >= 0; i--) {
            if (log.get(i).choice() + 1 < alternatives.get(i)) {
                int[] following = new int[i + 1];
                Arrays.setAll(following, it -> log.get(it).choice());
                following[i]++;
                return following;
            }
        }
        return null;
    }

    boolean holds(String condition, String path) {
        return ask(2, Step.What.CONDITION, condition, path) == 1;
    }

    int count(String name, String path) {
        hasCounted = true;
        return ask(k + 1, Step.What.COUNT, name, path);
    }

    boolean fails(String task, String path) {
        return canFail && ask(2, Step.What.TASK, task, path) == 1;
    }

    boolean completes(String effect, String path) {
        return !canFail || ask(2, Step.What.OUTCOME, effect, path) == 0;
    }

    private int ask(int count, Step.What what, String subject, String path) {
        int at = log.size();
        int answer = at < script.length ? script[at] : 0;
        Check.state(answer < count, "there are %d alternatives, and no number %d", count, answer);
        log.add(new Step(what, subject, path, -1, answer));
        alternatives.add(count);
        int times = asked.merge(what + subject + path, 1, Integer::sum);
        isEndless |= times > ASKED_MAX;
        return answer;
    }

    @Override
    public Action choose(Enabled enabled) {
        var token = next;
        if (token != null) {
            next = null;
            int rank = enabled.rank(token);
            Check.state(rank >= 0, "%s cannot be chosen", token);
            return enabled.nth(rank);
        }
        return enabled.nth(enabled.size() == 1 ? 0 : ask(enabled.size(), Step.What.PICK, "", ""));
    }
}
