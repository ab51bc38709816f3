package dev.reprise.form;

import java.util.Locale;

/** Writes the few elements that pictures are made of. */
public final class Svg {
    private final StringBuilder text = new StringBuilder();

    /** Begins with nothing. */
    public Svg() {}

    /** Begins an element; pairs of a name and a value. */
    public Svg open(String element, Object... attributes) {
        begin(element, attributes);
        text.append(">\n");
        return this;
    }

    /** Ends an element. */
    public Svg close(String element) {
        text.append("</").append(element).append(">\n");
        return this;
    }

    /** An element with nothing in it. */
    public Svg add(String element, Object... attributes) {
        begin(element, attributes);
        text.append("/>\n");
        return this;
    }

    /** An element with a text in it. */
    public Svg text(String element, String content, Object... attributes) {
        begin(element, attributes);
        text.append('>').append(escaped(content));
        return close(element);
    }

    /** What is written as it is. */
    public Svg raw(String lines) {
        text.append(lines);
        return this;
    }

    private void begin(String element, Object... attributes) {
        text.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            text.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escaped(value(attributes[i + 1])))
                    .append('"');
        }
    }

    private static String value(Object value) {
        return value instanceof Double number
                ? String.format(Locale.ROOT, "%.1f", number)
                : value.toString();
    }

    /** A name may hold anything; what XML cannot hold is shown as unknown. */
    private static String escaped(String content) {
        var escaped = new StringBuilder();
        content.codePoints()
                .forEach(
                        point -> {
                            switch (point) {
                                case '<' -> escaped.append("&lt;");
                                case '>' -> escaped.append("&gt;");
                                case '&' -> escaped.append("&amp;");
                                case '"' -> escaped.append("&quot;");
                                default -> escaped.appendCodePoint(isXml(point) ? point : 0xFFFD);
                            }
                        });
        return escaped.toString();
    }

    private static boolean isXml(int point) {
        return point >= 0x20
                ? !(point >= 0xD800 && point <= 0xDFFF) && point != 0xFFFE && point != 0xFFFF
                : point == '\n' || point == '\t';
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
