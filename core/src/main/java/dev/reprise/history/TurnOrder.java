package dev.reprise.history;

import java.util.Optional;

/** Whether turns, one after the other, can be the history of one run. */
final class TurnOrder {
    private final Transcript.Header header;
    private long turns;
    private long nextSeq = Command.SEQ_FIRST;
    private boolean ended;

    TurnOrder(Transcript.Header header) {
        this.header = header;
    }

    /** The number that the next command must have. */
    long nextSeq() {
        return nextSeq;
    }

    /** Whether a turn that starts nothing may come next, if its commands may. */
    boolean isUnderWay() {
        return turns > 0 && !ended;
    }

    /** A turn has come, with as many commands in their order, and perhaps with the run's end. */
    void passed(int commands, boolean terminal) {
        nextSeq += commands;
        ended = terminal;
        turns++;
    }

    /** What forbids that {@code turn} comes next; when nothing does, it has come. */
    Optional<String> problem(Turn turn) {
        if (ended) {
            return Optional.of("turn " + turns + " comes after the end of the run");
        }
        Optional<String> start = startProblem(turn);
        if (start.isPresent()) {
            return start;
        }
        if (!turn.commands().isEmpty()) {
            long first = turn.commands().getFirst().seq();
            if (first != nextSeq) {
                return Optional.of(
                        "the first command of turn "
                                + turns
                                + " has sequence number "
                                + first
                                + ", but "
                                + nextSeq
                                + " comes next");
            }
        }
        passed(turn.commands().size(), turn.decided().isTerminal());
        return Optional.empty();
    }

    private Optional<String> startProblem(Turn turn) {
        int starts = 0;
        for (Job job : turn.activation().jobs()) {
            if (!(job instanceof Job.Start start)) {
                continue;
            }
            starts++;
            if (!start.runId().equals(header.runId())
                    || !start.workflowType().equals(header.workflowType())) {
                return Optional.of(
                        "turn "
                                + turns
                                + " starts run "
                                + start.runId()
                                + " of "
                                + start.workflowType()
                                + ", but this is the transcript of run "
                                + header.runId()
                                + " of "
                                + header.workflowType());
            }
        }
        int due = turns == 0 ? 1 : 0;
        return starts == due
                ? Optional.empty()
                : Optional.of(
                        "turn "
                                + turns
                                + " starts the run "
                                + starts
                                + " times, not "
                                + due
                                + ": the first turn starts it once, and no other does");
    }
}
