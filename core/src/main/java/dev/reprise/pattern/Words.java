package dev.reprise.pattern;

import dev.reprise.form.Malformed;
import java.util.List;
import java.util.TreeSet;

/**
 * The text of a pattern, word by word: bare words, quoted names, whole numbers and the signs {@code
 * { } ( ) ,}. A {@code #} begins a comment that goes to the end of the line.
 */
final class Words {
    /** What a name that is written without quotes cannot be. */
    private static final TreeSet<String> RESERVED =
            new TreeSet<>(
                    List.of(
                            "add",
                            "after",
                            "all",
                            "any",
                            "as",
                            "await",
                            "blocking",
                            "call",
                            "cancel",
                            "cancelled",
                            "cancelling",
                            "choice",
                            "close",
                            "compensate",
                            "complete",
                            "count",
                            "define",
                            "done",
                            "each",
                            "effect",
                            "end",
                            "enter",
                            "failed",
                            "free",
                            "from",
                            "graph",
                            "has",
                            "interleave",
                            "into",
                            "is",
                            "items",
                            "join",
                            "local",
                            "lock",
                            "loop",
                            "main",
                            "merge",
                            "milestone",
                            "node",
                            "none",
                            "not",
                            "nothing",
                            "on",
                            "one",
                            "otherwise",
                            "par",
                            "put",
                            "recover",
                            "region",
                            "retry",
                            "scope",
                            "seq",
                            "skip",
                            "some",
                            "stop",
                            "sync",
                            "task",
                            "tasks",
                            "threads",
                            "times",
                            "to",
                            "transient",
                            "undo",
                            "until",
                            "when",
                            "while"));

    private static final String SIGNS = "{}(),";

    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;

    /** Where the word begins that comes next, and what it is; its text is empty at the end. */
    private int start;

    private String next = "";
    private boolean quoted;

    Words(String text) {
        this.text = text;
        advance();
    }

    /** The name as it is written: bare if it can be, else in quotes. */
    static String name(String name) {
        if (!name.isEmpty() && isBare(name) && !RESERVED.contains(name)) {
            return name;
        }
        return "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static boolean isBare(String name) {
        return isLetter(name.charAt(0)) && name.chars().allMatch(Words::isInside);
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isInside(int c) {
        return isLetter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-';
    }

    /** Whether this word or sign comes next, not in quotes. */
    boolean sees(String word) {
        return !quoted && next.equals(word);
    }

    boolean seesEnd() {
        return !quoted && next.isEmpty();
    }

    boolean seesNumber() {
        return !quoted && !next.isEmpty() && next.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Takes the word if it comes next. */
    boolean takes(String word) {
        if (!sees(word)) {
            return false;
        }
        advance();
        return true;
    }

    /** Takes the word, which must come next. */
    void expect(String word) {
        if (!takes(word)) {
            throw expected(word);
        }
    }

    /** Takes a name: a bare word that is not reserved, or anything in quotes. */
    String name(Name what) {
        if (!quoted && (next.isEmpty() || !isLetter(next.charAt(0)) || RESERVED.contains(next))) {
            throw expected(what.text);
        }
        String name = next;
        advance();
        return name;
    }

    /** Takes a text in quotes. */
    String quotedText(String what) {
        if (!quoted) {
            throw expected(what + " in quotes");
        }
        String taken = next;
        advance();
        return taken;
    }

    /** Takes a whole number. */
    int number(String what) {
        if (!seesNumber()) {
            throw expected(what);
        }
        try {
            int number = Integer.parseInt(next);
            advance();
            return number;
        } catch (NumberFormatException e) {
            throw refusal(
                    here(),
                    what + " is at most " + Integer.MAX_VALUE + ", not " + Malformed.shown(next));
        }
    }

    /** What a name stands for, as a message says it. */
    enum Name {
        TASK("the name of a task"),
        VARIABLE("the name of a variable"),
        CONDITION("a condition"),
        MERGE("the name of a merge"),
        SIGNAL("the name of a signal"),
        FUNCTION("the name of a function"),
        LOCK("the name of a lock"),
        REGION("the name of a region"),
        DEFINITION("the name of a definition"),
        LABEL("a label"),
        FAILURE("the type of a failure"),
        TIME("a time such as PT30S");

        private final String text;

        Name(String text) {
            this.text = text;
        }
    }

    /** The refusal of what comes next, because something else was expected. */
    Malformed expected(String what) {
        String found =
                seesEnd()
                        ? "the end"
                        : quoted ? "\"" + Malformed.shown(next) + "\"" : Malformed.shown(next);
        return refusal(here(), "expected " + what + ", found " + found);
    }

    /** Where the next word begins. */
    Place here() {
        return new Place(line, start - lineStart + 1);
    }

    /** A place in the text, both numbers from 1. */
    record Place(int line, int column) {}

    static Malformed refusal(Place place, String sentence) {
        return new Malformed(
                Malformed.Problem.SYNTAX,
                "pattern",
                "line " + place.line() + ", column " + place.column(),
                sentence);
    }

    private void advance() {
        skipBlanks();
        start = at;
        quoted = false;
        if (at == text.length()) {
            next = "";
            return;
        }
        char c = text.charAt(at);
        if (c == '"') {
            readQuoted();
        } else if (SIGNS.indexOf(c) >= 0) {
            next = String.valueOf(c);
            at++;
        } else {
            while (at < text.length() && isInside(text.charAt(at))) {
                at++;
            }
            if (at == start) {
                at += Character.charCount(text.codePointAt(at));
                next = text.substring(start, at);
                throw refusal(
                        here(),
                        "expected a word, a name in quotes or a sign, found "
                                + Malformed.shown(next));
            }
            next = text.substring(start, at);
        }
    }

    private void skipBlanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                while (at < text.length() && text.charAt(at) != '\n') {
                    at++;
                }
            } else if (c == '\n') {
                at++;
                line++;
                lineStart = at;
            } else if (c == ' ' || c == '\t' || c == '\r') {
                at++;
            } else {
                return;
            }
        }
    }

    private void readQuoted() {
        var name = new StringBuilder();
        at++;
        while (true) {
            if (at == text.length() || text.charAt(at) == '\n') {
                throw refusal(
                        here(),
                        "expected a quote at the end of \"" + Malformed.shown(name.toString()));
            }
            char c = text.charAt(at++);
            if (c == '"') {
                break;
            }
            if (c == '\\') {
                String escaped = at < text.length() ? text.substring(at, ++at) : "";
                if (!escaped.equals("\"") && !escaped.equals("\\")) {
                    throw refusal(
                            here(),
                            "expected \\\" or \\\\ in quotes, found \\" + Malformed.shown(escaped));
                }
                c = escaped.charAt(0);
            }
            name.append(c);
        }
        next = name.toString();
        quoted = true;
    }
}
