package dev.reprise.choice;

import java.util.List;

/**
 * One place where an execution is not what was recorded.
 *
 * @param what how it differs
 * @param step the step, counted by the execution that replays
 * @param entry the number of the recorded entry it was compared with
 * @param recorded the keys that were enabled in the recording; empty where none are recorded
 * @param actual the keys that are enabled now, at most {@link #ACTUAL_MAX}
 */
public record Difference(What what, long step, long entry, List<Key> recorded, List<Key> actual) {
    /** How many keys of a set are kept for the report. */
    public static final int ACTUAL_MAX = 1 << 20;

    /** How an execution can differ from its recording. */
    public enum What {
        /** Another set of actions is enabled. */
        SET,
        /** The recording chose here, but only one action is enabled now. */
        NO_CHOICE_NOW,
        /** The recording had one action only here, but more are enabled now. */
        NO_CHOICE_RECORDED,
        /** The recorded action is not enabled. */
        CHOSEN_GONE,
        /** The recording has no more entries. */
        EXHAUSTED,
        /** The execution has ended and the recording has not. */
        LEFT_OVER,
        /** The execution has ended after another number of steps than the recording. */
        STEPS
    }

    /** Copies the keys. */
    public Difference {
        recorded = List.copyOf(recorded);
        actual = List.copyOf(actual);
    }

    /** What was enabled in the recording and is not now. */
    public List<Key> missing() {
        return less(recorded, actual);
    }

    /** What is enabled now and was not in the recording. */
    public List<Key> extra() {
        return less(actual, recorded);
    }

    private static List<Key> less(List<Key> all, List<Key> without) {
        var others = new KeyTree<Key>();
        without.forEach(key -> others.put(key.code(), key));
        return all.stream().filter(key -> !key.equals(others.get(key.code()))).toList();
    }

    /** The report that people read. */
    public String describe() {
        return headline()
                + "\n  at step    "
                + step
                + "\n  entry      "
                + entry
                + "\n  recorded   "
                + (recorded.isEmpty() ? "no choice" : Shown.keys(recorded))
                + "\n  actual     "
                + (actual.isEmpty() ? "nothing" : Shown.keys(actual))
                + sets()
                + "\nLikely cause: "
                + cause()
                + "\nSee docs/choice-log.md#divergence.";
    }

    private String sets() {
        boolean comparable = !recorded.isEmpty() && !actual.isEmpty();
        return comparable
                ? "\n  missing    "
                        + Shown.keys(missing())
                        + "\n  extra      "
                        + Shown.keys(extra())
                : "";
    }

    private String headline() {
        return switch (what) {
            case SET ->
                    "The execution differs from its recording: another set of actions is enabled.";
            case NO_CHOICE_NOW ->
                    "The execution differs from its recording: it has no choice where the recording"
                            + " had one.";
            case NO_CHOICE_RECORDED ->
                    "The execution differs from its recording: it has a choice where the recording had"
                            + " none.";
            case CHOSEN_GONE ->
                    "The execution differs from its recording: the recorded action is not enabled.";
            case EXHAUSTED -> "The execution goes on where its recording has ended.";
            case LEFT_OVER -> "The execution has ended, but its recording goes on.";
            case STEPS ->
                    "The execution has ended after another number of steps than its recording.";
        };
    }

    private String cause() {
        return switch (what) {
            case EXHAUSTED ->
                    "the recording was cut off or belongs to a shorter execution; or the code now does"
                            + " more than it did.";
            case LEFT_OVER, STEPS ->
                    "the execution stopped early, or the code now does less than it did.";
            case NO_CHOICE_NOW, NO_CHOICE_RECORDED, CHOSEN_GONE, SET -> causeOfSet();
        };
    }

    private String causeOfSet() {
        var missing = missing();
        var extra = extra();
        boolean renamed =
                !missing.isEmpty()
                        && missing.size() == extra.size()
                        && missing.getFirst().code() == extra.getFirst().code();
        if (renamed) {
            return "the kind \""
                    + missing.getFirst().kind()
                    + "\" is now called \""
                    + extra.getFirst().kind()
                    + "\".";
        }
        if (!missing.isEmpty() && extra.isEmpty()) {
            return "something that was ready in the recording is late or gone: the code changed, or it"
                    + " waits for a clock, a thread or another source outside of its inputs.";
        }
        if (missing.isEmpty() && !extra.isEmpty()) {
            return "something is ready that was not in the recording: the code starts more, or starts"
                    + " it earlier.";
        }
        return "the code changed, the recording belongs to another input, or the keys of actions are"
                + " not the same in every run (from a hash order, an address, a thread).";
    }
}
