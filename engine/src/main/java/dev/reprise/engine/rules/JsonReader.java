package dev.reprise.engine.rules;

import dev.reprise.engine.rules.Tree.Place;
import dev.reprise.form.Malformed.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON as a {@link Tree}: what is not a text counts as written without quotes. */
final class JsonReader {
    private static final JsonFactory FACTORY = JsonFactory.builder().build();

    private final JsonParser parser;

    private JsonReader(JsonParser parser) {
        this.parser = parser;
    }

    static Tree read(String text) {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            var reader = new JsonReader(parser);
            parser.nextToken();
            Tree tree = reader.tree("", 0);
            if (parser.nextToken() != null) {
                throw reader.place("").refusal(Problem.TRAILING, "a second value follows.");
            }
            return tree;
        } catch (JacksonException e) {
            throw place(e.getLocation(), "")
                    .refusal(Problem.SYNTAX, "it is not JSON: " + e.getOriginalMessage() + ".");
        }
    }

    private Tree tree(String path, int depth) {
        Place place = place(path);
        place.checkDepth(depth);
        return switch (parser.currentToken()) {
            case START_ARRAY -> sequence(place, depth);
            case START_OBJECT -> mapping(place, depth);
            case VALUE_STRING -> new Tree.Scalar(place, parser.getString(), false);
            default -> new Tree.Scalar(place, parser.getString(), true);
        };
    }

    private Tree sequence(Place place, int depth) {
        var items = new ArrayList<Tree>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(tree(place.item(items.size()), depth + 1));
        }
        return new Tree.Sequence(place, items);
    }

    private Tree mapping(Place place, int depth) {
        var entries = new LinkedHashMap<String, Tree>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            Place inside = place(place.entry(name));
            inside.checkNew(entries.containsKey(name));
            parser.nextToken();
            entries.put(name, tree(inside.path(), depth + 1));
        }
        return new Tree.Mapping(place, entries);
    }

    private Place place(String path) {
        return place(parser.currentTokenLocation(), path);
    }

    private static Place place(TokenStreamLocation at, String path) {
        return new Place(Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()), path);
    }
}
