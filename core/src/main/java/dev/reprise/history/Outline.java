package dev.reprise.history;

import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed;

/**
 * What can be seen of a stored turn without reading it. Most turns are <em>plain</em>: their
 * commands are the next of the run, and none of them has to be recalled. Such a turn can be
 * replayed before anybody knows what its commands are.
 *
 * <p>What is unusual in any way is not plain: whoever then reads the turn says what is wrong.
 */
final class Outline {
    private static final int TURN_ACTIVATION = 0x0A;
    private static final int TURN_COMMAND = 0x12;
    private static final int COMMAND_SEQ = 0x08;

    private int commands;
    private boolean terminal;

    /**
     * Passes over a turn, and says whether it is plain.
     *
     * @param nextSeq the number that its first command must have
     */
    boolean isPlain(ByteSource in, long nextSeq) {
        commands = 0;
        terminal = false;
        try {
            if (in.u8() != TURN_ACTIVATION) {
                return false;
            }
            in.skipPart();
            while (!in.isEmpty()) {
                if (terminal || !isCommand(in, nextSeq + commands)) {
                    return false;
                }
                commands++;
            }
            return true;
        } catch (Malformed e) {
            return false;
        }
    }

    private boolean isCommand(ByteSource in, long seq) {
        if (in.u8() != TURN_COMMAND) {
            return false;
        }
        long length = in.varint();
        long end = in.position() + length;
        long kind = in.varint() >>> 3;
        in.varint();
        if (!CommandForm.isKnown(kind)
                || CommandForm.isRecalled(kind)
                || in.u8() != COMMAND_SEQ
                || in.varint() != seq) {
            return false;
        }
        terminal = CommandForm.isTerminal(kind);
        in.skip(end - in.position());
        return true;
    }

    /** How many commands the plain turn has. */
    int commands() {
        return commands;
    }

    /** Whether the run ends with the plain turn. */
    boolean isTerminal() {
        return terminal;
    }
}
