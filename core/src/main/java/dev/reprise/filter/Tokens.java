package dev.reprise.filter;

import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The text of a filter, word by word: words, names in double quotes, texts in single quotes,
 * figures (numbers, spans and times) and signs. A quote inside of quotes is doubled.
 */
final class Tokens {
    /** The longest text that is read. */
    static final int CHARS_MAX = 262_144;

    /** What a name that is written without quotes cannot be. */
    private static final List<String> RESERVED =
            List.of(
                    "after",
                    "and",
                    "asc",
                    "between",
                    "by",
                    "contains",
                    "desc",
                    "false",
                    "in",
                    "is",
                    "like",
                    "limit",
                    "not",
                    "now",
                    "null",
                    "or",
                    "order",
                    "starts",
                    "true",
                    "with");

    static final String ATTRIBUTE = "attr.";

    /** What comes next is. */
    enum Kind {
        WORD,
        NAME,
        TEXT,
        FIGURE,
        SIGN,
        END
    }

    private final String what;
    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;

    private int start;
    private Place place = new Place(1, 1);
    private Kind kind = Kind.END;
    private String next = "";

    Tokens(String what, String text) {
        this.what = what;
        this.text = text;
        if (text.length() > CHARS_MAX) {
            throw new Malformed(
                    Problem.LIMIT,
                    what,
                    "line 1, column 1",
                    "it has " + text.length() + " characters, at most " + CHARS_MAX + ".");
        }
        advance();
    }

    /** The name of an attribute as it is written: bare if it can be, else in quotes. */
    static String name(String name) {
        boolean bare =
                isLetter(name.charAt(0))
                        && name.chars().allMatch(Tokens::isInWord)
                        && !isTaken(name)
                        && Near.nearest(name, Field.BuiltIn.words(), slipsMax(name)).isEmpty();
        return bare ? name : quoted(name, '"');
    }

    /** So many slips away from a field's name, a word is taken for it. */
    static int slipsMax(String word) {
        return word.length() < 4 ? 0 : 1;
    }

    private static boolean isTaken(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return RESERVED.contains(lower)
                || lower.startsWith(ATTRIBUTE)
                || Field.BuiltIn.of(lower).isPresent();
    }

    static boolean isReserved(String word) {
        return RESERVED.contains(word.toLowerCase(Locale.ROOT));
    }

    /** The text in such quotes. */
    static String quoted(String text, char quote) {
        String one = String.valueOf(quote);
        return one + text.replace(one, one + one) + one;
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isInWord(int c) {
        return isLetter(c) || isDigit(c) || c == '.';
    }

    private static boolean isInFigure(int c) {
        return isInWord(c) || c == ':' || c == '+' || c == '-';
    }

    Kind kind() {
        return kind;
    }

    /** What comes next, without its quotes. */
    String peek() {
        return next;
    }

    private boolean quoteIsAt(int index) {
        return index < text.length() && text.charAt(index) == '"';
    }

    boolean sees(String word) {
        return (kind == Kind.WORD || kind == Kind.SIGN) && next.equalsIgnoreCase(word);
    }

    boolean takes(String word) {
        if (!sees(word)) {
            return false;
        }
        advance();
        return true;
    }

    void expect(String word) {
        if (!takes(word)) {
            throw expected("'" + word + "'");
        }
    }

    /** Takes what comes next, whatever it is. */
    String take() {
        String taken = next;
        advance();
        return taken;
    }

    /** The refusal of what comes next, because something else was expected. */
    Malformed expected(String expected) {
        return refusal(here(), Problem.SYNTAX, "expected " + expected + ", found " + found() + ".");
    }

    private String found() {
        return switch (kind) {
            case END -> "the end";
            case TEXT -> "'" + Malformed.shown(next) + "'";
            case NAME -> "\"" + Malformed.shown(next) + "\"";
            case WORD, FIGURE, SIGN -> Malformed.shown(next);
        };
    }

    /** A place in the text, both numbers from 1. */
    record Place(int line, int column) {}

    /** Where the next word begins. */
    Place here() {
        return place;
    }

    Malformed refusal(Place place, Problem problem, String sentence) {
        return new Malformed(
                problem, what, "line " + place.line() + ", column " + place.column(), sentence);
    }

    private void advance() {
        skipBlanks();
        start = at;
        place = new Place(line, start - lineStart + 1);
        if (at == text.length()) {
            kind = Kind.END;
            next = "";
            return;
        }
        char c = text.charAt(at);
        if (c == '\'') {
            kind = Kind.TEXT;
            next = readQuoted('\'', "a text");
        } else if (c == '"') {
            kind = Kind.NAME;
            next = readQuoted('"', "a name");
        } else if (isLetter(c)) {
            readWord();
        } else if (isDigit(c) || (isSignOfNumber(c) && isDigitAt(at + 1))) {
            at++;
            while (at < text.length() && isInFigure(text.charAt(at))) {
                at++;
            }
            kind = Kind.FIGURE;
            next = text.substring(start, at);
        } else {
            kind = Kind.SIGN;
            next = sign(c);
            at += next.length();
        }
    }

    private void readWord() {
        while (at < text.length() && isInWord(text.charAt(at))) {
            at++;
        }
        kind = Kind.WORD;
        next = text.substring(start, at);
        if (next.equalsIgnoreCase(ATTRIBUTE) && quoteIsAt(at)) {
            kind = Kind.NAME;
            next = readQuoted('"', "a name");
        }
    }

    private static boolean isSignOfNumber(char c) {
        return c == '-' || c == '+';
    }

    private boolean isDigitAt(int index) {
        return index < text.length() && isDigit(text.charAt(index));
    }

    private String sign(char c) {
        String two = at + 1 < text.length() ? text.substring(at, at + 2) : "";
        if (List.of("<=", ">=", "<>", "!=").contains(two)) {
            return two;
        }
        if ("=<>(),+-".indexOf(c) >= 0) {
            return String.valueOf(c);
        }
        String letter = Character.toString(text.codePointAt(at));
        throw refusal(
                here(),
                Problem.SYNTAX,
                "expected a word, a value or a sign, found "
                        + Malformed.shown(letter)
                        + "."
                        + hint(c).map(it -> " " + it).orElse(""));
    }

    private static Optional<String> hint(char c) {
        return switch (c) {
            case '‘', '’', '“', '”', '`' ->
                    Optional.of("Texts are in straight single quotes: 'acme'.");
            case '!', '&', '|' -> Optional.of("Write not, and, or.");
            case '#', '/' -> Optional.of("There are no comments in a filter.");
            default -> Optional.empty();
        };
    }

    private void skipBlanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') {
                line++;
                lineStart = at + 1;
            } else if (c != ' ' && c != '\t' && c != '\r') {
                return;
            }
            at++;
        }
    }

    private String readQuoted(char quote, String described) {
        var read = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == quote) {
                if (at == text.length() || text.charAt(at) != quote) {
                    return read.toString();
                }
                at++;
            }
            if (c == '\n') {
                line++;
                lineStart = at;
            }
            read.append(c);
        }
        throw refusal(
                here(),
                Problem.TRUNCATED,
                "expected "
                        + quote
                        + " at the end of "
                        + described
                        + ", found the end after "
                        + quote
                        + Malformed.shown(read.toString()));
    }
}
