package dev.reprise.testing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads as much of XML as pictures use, and refuses everything else: elements that nest, quoted
 * attributes, text, and the four entities.
 */
public record Markup(List<Element> elements) {
    /** An element: its attributes, and the text right in it. */
    public record Element(String name, Map<String, String> attributes, StringBuilder text) {
        /** Its class, or nothing. */
        public String style() {
            return attributes.getOrDefault("class", "");
        }
    }

    private static final Pattern TOKEN =
            Pattern.compile(
                    "<(/?)([a-z]+)((?: [a-zA-Z0-9-]+=\"[^\"<]*\")*)(/?)>|([^<>]+)", Pattern.DOTALL);
    private static final Pattern ATTRIBUTE = Pattern.compile(" ([a-zA-Z0-9-]+)=\"([^\"]*)\"");
    private static final Pattern STRAY =
            Pattern.compile("&(?!(?:amp|lt|gt|quot);)|[\0-\10\13-\37]");

    /** Reads a document, or says from where on it is none. */
    public static Markup of(String document) {
        var declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
        if (!document.startsWith(declaration)) {
            throw new AssertionError("it does not begin with " + declaration);
        }
        var elements = new ArrayList<Element>();
        var open = new ArrayDeque<Element>();
        var token = TOKEN.matcher(document);
        int at = declaration.length();
        while (at < document.length()) {
            if (!token.find(at)
                    || token.start() != at
                    || (open.isEmpty() && isLate(elements, token))) {
                throw new AssertionError("not well-formed from here on: " + document.substring(at));
            }
            take(token, elements, open);
            at = token.end();
        }
        if (!open.isEmpty()) {
            throw new AssertionError(open + " never ends");
        }
        return new Markup(elements);
    }

    /** After the end of the first element there is nothing but white space. */
    private static boolean isLate(List<Element> elements, Matcher token) {
        return token.group(5) != null ? !token.group(5).isBlank() : !elements.isEmpty();
    }

    private static void take(Matcher token, List<Element> elements, ArrayDeque<Element> open) {
        if (token.group(5) != null) {
            if (!open.isEmpty()) {
                open.getLast().text.append(plain(token.group(5)));
            }
        } else if (token.group(1).isEmpty()) {
            var attributes = new HashMap<String, String>();
            for (var each = ATTRIBUTE.matcher(token.group(3)); each.find(); ) {
                if (attributes.put(each.group(1), plain(each.group(2))) != null) {
                    throw new AssertionError("twice the same attribute in " + token.group());
                }
            }
            var element = new Element(token.group(2), attributes, new StringBuilder());
            elements.add(element);
            if (token.group(4).isEmpty()) {
                open.addLast(element);
            }
        } else if (!open.removeLast().name.equals(token.group(2))) {
            throw new AssertionError(token.group() + " ends another element");
        }
    }

    private static String plain(String text) {
        if (STRAY.matcher(text).find()) {
            throw new AssertionError("this cannot be in XML: " + text);
        }
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }

    /** The texts in the elements of that class. */
    public List<String> texts(String style) {
        return styled(style).stream().map(it -> it.text().toString()).toList();
    }

    /** The elements of that class. */
    public List<Element> styled(String style) {
        return elements.stream().filter(it -> it.style().equals(style)).toList();
    }
}
