package dev.reprise.form;

/**
 * A line for a log that people and programs read: a word for what happened, what it happened to as
 * {@code key=value}, a colon, and a sentence.
 *
 * <pre>
 * run-stuck run=order-17 type=Order: It keeps what it is told. UNKNOWN_TYPE: No code is …
 * </pre>
 *
 * <p>A value that is empty or has anything but letters, digits and {@code . _ / # $ + @ -} in it is
 * quoted as a JSON string. So the first colon that is not within quotes ends the fields; the
 * sentence may go on for several lines.
 */
public final class LogLine {
    private static final String UNQUOTED = "._/#$+@-";

    private final StringBuilder line = new StringBuilder();

    /** What happened, in lower case with hyphens. */
    public LogLine(String event) {
        line.append(event);
    }

    /** One more field. */
    public LogLine with(String key, Object value) {
        line.append(' ').append(key).append('=');
        String text = value.toString();
        if (isPlain(text)) {
            line.append(text);
        } else {
            quote(text);
        }
        return this;
    }

    /** The whole line. */
    public String saying(String sentence) {
        return line.append(": ").append(sentence).toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isLetterOrDigit(c) && UNQUOTED.indexOf(c) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private void quote(String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c < ' ') {
                line.append("\\u00").append(Character.forDigit(c >> 4, 16));
                line.append(Character.forDigit(c & 0xF, 16));
            } else {
                line.append(c);
            }
        }
        line.append('"');
    }
}
