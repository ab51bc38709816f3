package dev.reprise.engine.rules;

import dev.reprise.engine.rules.Tree.Place;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.Event.ID;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads YAML as a {@link Tree}. The library only finds the pieces: what a piece without quotes
 * means is for those to say who know what is expected, so {@code no} is a name where a name is due.
 * Anchors, tags and a second document are refused.
 */
final class YamlReader {
    private static final int CHARS_MAX = 16 << 20;

    private final Iterator<Event> events;

    private YamlReader(Iterator<Event> events) {
        this.events = events;
    }

    static Tree read(String text) {
        var settings =
                LoadSettings.builder()
                        .setLabel("rule file")
                        .setCodePointLimit(CHARS_MAX)
                        .setParseComments(false)
                        // Its reader goes beyond its buffer where a surrogate pair is at the end.
                        .setBufferSize(text.length() + 2)
                        .build();
        try {
            var parser = new ParserImpl(settings, new StreamReader(settings, text));
            return new YamlReader(parser).document();
        } catch (MarkedYamlEngineException e) {
            var place =
                    e.getProblemMark()
                            .map(mark -> new Place(mark.getLine() + 1, mark.getColumn() + 1, ""))
                            .orElse(new Place(1, 1, ""));
            throw place.refusal(Problem.SYNTAX, "it is not YAML: " + e.getProblem() + ".");
        } catch (YamlEngineException e) {
            throw new Place(1, 1, "").refusal(Problem.SYNTAX, "it is not YAML: " + e.getMessage());
        }
    }

    private Tree document() {
        Event first = next();
        if (!(first instanceof DocumentStartEvent)) {
            throw place(first, "").refusal(Problem.SYNTAX, "there is nothing in it.");
        }
        Tree tree = tree(next(), "", 0);
        next();
        Event last = next();
        if (last.getEventId() != ID.StreamEnd) {
            throw place(last, "").refusal(Problem.TRAILING, "a second document follows.");
        }
        return tree;
    }

    /** The next piece; where the stream starts is none. */
    private Event next() {
        Event event = events.next();
        return event.getEventId() == ID.StreamStart ? events.next() : event;
    }

    private Tree tree(Event event, String path, int depth) {
        Place place = place(event, path);
        place.checkDepth(depth);
        return switch (event) {
            case ScalarEvent scalar when scalar.getAnchor().isEmpty() -> {
                refuseTag(place, scalar.getTag().isPresent());
                yield new Tree.Scalar(place, scalar.getValue(), scalar.isPlain());
            }
            case SequenceStartEvent start when start.getAnchor().isEmpty() -> {
                refuseTag(place, start.getTag().isPresent());
                yield sequence(place, depth);
            }
            case MappingStartEvent start when start.getAnchor().isEmpty() -> {
                refuseTag(place, start.getTag().isPresent());
                yield mapping(place, depth);
            }
            case AliasEvent _ -> throw anchored(place);
            default -> throw anchored(place);
        };
    }

    private static Malformed anchored(Place place) {
        return place.refusal(
                Problem.SYNTAX, "anchors and aliases are not read: write the value out.");
    }

    private static void refuseTag(Place place, boolean tagged) {
        if (tagged) {
            throw place.refusal(Problem.SYNTAX, "tags are not read: leave it out.");
        }
    }

    private Tree sequence(Place place, int depth) {
        var items = new ArrayList<Tree>();
        for (Event event = next(); event.getEventId() != ID.SequenceEnd; event = next()) {
            items.add(tree(event, place.item(items.size()), depth + 1));
        }
        return new Tree.Sequence(place, items);
    }

    private Tree mapping(Place place, int depth) {
        var entries = new LinkedHashMap<String, Tree>();
        for (Event event = next(); event.getEventId() != ID.MappingEnd; event = next()) {
            String name = tree(event, place.path(), depth + 1).text("a name");
            String path = place.entry(name);
            place(event, path).checkNew(entries.containsKey(name));
            entries.put(name, tree(next(), path, depth + 1));
        }
        return new Tree.Mapping(place, entries);
    }

    private static Place place(Event event, String path) {
        return event.getStartMark()
                .map(mark -> new Place(mark.getLine() + 1, mark.getColumn() + 1, path))
                .orElse(new Place(1, 1, path));
    }
}
