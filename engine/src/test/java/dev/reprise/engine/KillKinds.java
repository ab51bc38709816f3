package dev.reprise.engine;

import java.time.Duration;
import java.util.List;

/**
 * The runs that {@link KillLoad} keeps under way, by their ids: what is asked of each, and what
 * must come of it.
 */
final class KillKinds {
    static final int SIGNALS = 3;
    static final int UPDATES = 3;
    static final int LEGS = 3;

    /** A task queue, and how many of its activities may be on their way at once. */
    static final String NARROW = "narrow";

    static final int NARROW_MAX = 4;

    /** The schedule, and how far apart its times are. */
    static final String TICK = "tick";

    static final Duration INTERVAL = Duration.ofMillis(100);

    /** A schedule that does nothing by itself. */
    static final String TOCK = "tock";

    /** Those that are told things all at once. */
    static final int CROWD = 4;

    /** The children of a family: one is waited for, the others are left behind. */
    static final List<String> KIDS = List.of("kid", "keep", "stop", "quit");

    /** So many ended runs of each type are kept. */
    static final int KEPT = 30;

    private static final List<String> NAMES =
            List.of(
                    "chain", "fan", "talk", "tally", "family", "relay", "drawn", "letter", "token",
                    "trier", "hail");

    private KillKinds() {}

    static String nameOf(int number) {
        return NAMES.get(number % NAMES.size()) + "-" + number;
    }

    static int numberOf(String run) {
        return isScheduled(run)
                ? 0
                : Integer.parseInt(run.substring(run.indexOf('-') + 1).replaceFirst("/.*", ""));
    }

    private static boolean isScheduled(String run) {
        return run.startsWith(TICK + "/") || run.startsWith(TOCK + "/");
    }

    /** What kind of run it is, by its id. */
    static String kind(String run) {
        if (isScheduled(run) || run.startsWith("schedule/")) {
            return run.substring(0, run.indexOf('/'));
        }
        return run.contains("/")
                ? run.substring(run.indexOf('/') + 1)
                : run.substring(0, run.indexOf('-'));
    }

    /** Of which workflow it is a run: so many of each are kept. */
    static String type(String run) {
        return switch (kind(run)) {
            case "fork" -> "chain";
            case "hail" -> "talk";
            case "keep" -> "kid";
            case "quit" -> "stop";
            default -> kind(run);
        };
    }

    /** What a run results in; blanks would not fit into a line of the ledger. */
    static String expected(String run) {
        return switch (kind(run)) {
            case "chain", "fork" -> "1.0,2.0,3.0,4.0";
            case "fan" -> "1.0,1.1,1.2,1.3,2.0,2.1,3.0";
            case "talk", "hail" -> "1.0,heard:1:2:3,2.0";
            case "tally" -> "1.0,sum:6,2.0";
            case "family" -> "1.0,kid:1.0,2.0";
            case "relay" -> "1.0,2.0,3.0,heard:1:2:3";
            case "drawn" -> "1.0,1.1,2.0";
            case "letter" -> "1.0," + (isRefused(run) ? "refused" : "decided") + ":so,3.0";
            case "token" -> "1.0,told:so,3.0";
            case "trier" -> "1.0,try:" + tries(numberOf(run));
            case "stop" -> "terminated";
            case "quit" -> "cancelled";
            default -> "1.0";
        };
    }

    /** Whether it is ended by others, and its activities with it. */
    static boolean isEnded(String run) {
        return kind(run).equals("stop") || kind(run).equals("quit") || kind(run).equals("crowd");
    }

    /** How often an activity fails by script. */
    static int failures(int number, int stage, int part) {
        int dice = Math.floorMod(number * 31 + stage * 7 + part * 3, 10);
        return dice == 0 ? 2 : dice <= 2 ? 1 : 0;
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

    /** Whether another run goes on from an early moment of it. */
    static boolean isForked(String run) {
        return kind(run).equals("chain") && reset(run) == Reset.NEVER;
    }

    static String forkOf(String run) {
        return "fork-" + numberOf(run);
    }

    /** Whether it is deleted when it has ended. */
    static boolean isDeleted(String run) {
        return kind(run).equals("fan") && numberOf(run) % 2 == 0;
    }

    /** How a person decides about its letter. */
    static boolean isRefused(String run) {
        return numberOf(run) % 2 == 0;
    }

    /** Whether somebody outside says at first that it has failed. */
    static boolean isBroken(String run) {
        return numberOf(run) % 2 == 1;
    }

    /** How often a run is tried. */
    static int tries(int number) {
        return 1 + number % 3;
    }

    /** How many legs a run has. */
    static int legs(String run) {
        return switch (kind(run)) {
            case "relay" -> LEGS;
            case "trier" -> tries(numberOf(run));
            default -> reset(run) == Reset.NEVER ? 1 : 2;
        };
    }

    /** What an update is answered: all of them up to it, each once. */
    static int answer(int n) {
        return n * (n + 1) / 2;
    }
}
