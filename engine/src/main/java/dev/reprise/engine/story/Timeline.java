package dev.reprise.engine.story;

import dev.reprise.Check;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a story for a terminal, a line for each event: the entry, the time since the first that is
 * shown, the lanes of its units, and what happened. Time that passed without an event is a line of
 * its own. What it keeps does not grow with the story.
 */
public final class Timeline {
    /** How it looks. */
    public enum Look {
        /** Letters that every terminal has. */
        ASCII('|', ':'),
        /** Lines and circles. */
        PLAIN('│', '┆'),
        /** The same in colours. */
        COLOURED('│', '┆');

        private final char lane;
        private final char gap;

        Look(char lane, char gap) {
            this.lane = lane;
            this.gap = gap;
        }

        private String mark(Event.Kind kind) {
            boolean ascii = this == ASCII;
            return switch (kind) {
                case TOLD, DONE -> ascii ? "*" : "●";
                case ASKED -> ascii ? "o" : "○";
                case FAILED -> ascii ? "x" : "✗";
                case TRIED -> ascii ? "r" : "↻";
                case DROPPED -> ascii ? "-" : "×";
                case NOTED -> ascii ? "." : "·";
                case COMPLETED, ENDED -> ascii ? "#" : "■";
            };
        }
    }

    /** The narrowest that can be read. */
    public static final int WIDTH_MIN = 40;

    private static final Duration GAP = Duration.ofSeconds(10);
    private static final int ENTRY_CHARS = 7;
    private static final int ACTIVATION_CHARS = 6;
    private static final int TIME_CHARS = 13;
    private static final int LANES_MIN = 3;
    private static final String RESET = "\u001B[0m";
    private static final String DIM = "\u001B[2m";

    private final PrintWriter out;
    private final Look look;
    private final int width;
    private final Lanes lanes = new Lanes();
    private int lanesShown = LANES_MIN;
    private long entry = -1;
    private boolean numbered;
    private @Nullable Instant started;
    private @Nullable Instant last;

    /**
     * A timeline with nothing on it.
     *
     * @param width how many letters a line has at most
     */
    public Timeline(PrintWriter out, Look look, int width) {
        Check.argument(
                width >= WIDTH_MIN, "a timeline has %d letters or more, not %d", WIDTH_MIN, width);
        this.out = out;
        this.look = look;
        this.width = width;
    }

    /** The same with the numbers of activations, where events have one: {@code @3}. */
    public Timeline numbered() {
        numbered = true;
        return this;
    }

    /** Takes note of an event that is not shown. */
    public void pass(Event event) {
        lanes.at(event);
        lanes.after(event);
        last = event.at();
        entry = event.entry();
    }

    /** Shows an event. */
    public void show(Event event) {
        int column = lanes.at(event);
        Instant before = last;
        if (before != null && Duration.between(before, event.at()).compareTo(GAP) >= 0) {
            String later = Wording.span(Duration.between(before, event.at())) + " later";
            line("", "", "", -1, "", List.of(new Piece(later, DIM)));
        }
        boolean sameTime = event.at().equals(before) && event.entry() == entry;
        boolean sameEntry = event.entry() == entry;
        line(
                sameEntry ? "" : Long.toString(event.entry()),
                sameEntry || event.activation() == 0 ? "" : "@" + event.activation(),
                sameTime ? "" : "+" + Wording.span(Duration.between(start(event), event.at())),
                column,
                coloured(look.mark(event.kind()), colour(event.kind())),
                words(event));
        pass(event);
    }

    /**
     * From when on times are counted. What is told of a run that was taken back happened before it
     * was: then they count from there on.
     */
    private Instant start(Event event) {
        Instant known = started;
        if (known == null || event.at().isBefore(known)) {
            known = event.at();
            started = known;
        }
        return known;
    }

    private record Piece(String text, String colour) {}

    /** What is said of an event, in pieces that may have a colour. */
    private static List<Piece> words(Event event) {
        List<Piece> words = new ArrayList<>();
        if (!event.unit().isRoot()) {
            words.add(new Piece(event.unit() + " ", DIM));
        }
        words.add(new Piece(Wording.line(event.sentence()), colour(event.kind())));
        if (!event.detail().isEmpty()) {
            words.add(new Piece((event.kind().isBad() ? ": " : "  ") + event.detail(), ""));
        }
        return words;
    }

    private void line(
            String number,
            String activation,
            String time,
            int column,
            String mark,
            List<Piece> words) {
        var line = new StringBuilder();
        line.append(" ".repeat(Math.max(0, ENTRY_CHARS - number.length())));
        line.append(coloured(number, DIM)).append("  ");
        if (numbered) {
            line.append(coloured(activation, DIM));
            line.append(" ".repeat(Math.max(1, ACTIVATION_CHARS - activation.length())));
        }
        line.append(time);
        line.append(" ".repeat(Math.max(1, TIME_CHARS - time.length())));
        int taken =
                Math.max(ENTRY_CHARS, number.length())
                        + 2
                        + (numbered ? Math.max(ACTIVATION_CHARS, activation.length() + 1) : 0)
                        + Math.max(TIME_CHARS, time.length() + 1);
        lanesShown = Math.max(lanesShown, Math.max(lanes.width(), column + 1));
        for (int each = 0; each < lanesShown; each++) {
            if (each == column) {
                line.append(mark);
            } else {
                char track = column < 0 ? look.gap : look.lane;
                line.append(lanes.isUsed(each) ? coloured(String.valueOf(track), DIM) : " ");
            }
            line.append(' ');
        }
        int room = Math.max(WIDTH_MIN / 2, width - taken - 2 * lanesShown - 1);
        line.append(' ');
        for (Piece piece : words) {
            String shown = cut(piece.text, room);
            room -= shown.codePointCount(0, shown.length());
            line.append(coloured(shown, piece.colour));
        }
        out.println(line.toString().stripTrailing());
    }

    private static String cut(String text, int room) {
        int length = text.codePointCount(0, text.length());
        if (length <= room) {
            return text;
        }
        return room <= 0 ? "" : text.substring(0, text.offsetByCodePoints(0, room - 1)) + "…";
    }

    private String coloured(String text, String colour) {
        return look != Look.COLOURED || colour.isEmpty() || text.isEmpty()
                ? text
                : colour + text + RESET;
    }

    private static String colour(Event.Kind kind) {
        return switch (kind) {
            case TOLD -> "\u001B[35m";
            case DONE -> "\u001B[32m";
            case FAILED, ENDED -> "\u001B[31m";
            case TRIED -> "\u001B[33m";
            case COMPLETED -> "\u001B[1;32m";
            case DROPPED, NOTED -> DIM;
            case ASKED -> "";
        };
    }
}
