package dev.reprise.history;

import dev.reprise.Check;
import dev.reprise.Payload;
import dev.reprise.Text;
import java.util.List;

/**
 * A value by which a run can be found.
 *
 * @param value the value, or {@link Payload#NONE} to remove the attribute
 */
public record SearchAttribute(String name, Payload value) {
    /** Checks the name. */
    public SearchAttribute {
        Text.name("a search attribute's name", name);
    }

    /** A copy, in which no name may come twice. */
    static List<SearchAttribute> copied(List<SearchAttribute> attributes) {
        var copy = Limits.copied("search attributes", attributes, Limits.ATTRIBUTES_MAX);
        for (int i = 0; i < copy.size(); i++) {
            for (int j = 0; j < i; j++) {
                Check.argument(
                        !copy.get(i).name().equals(copy.get(j).name()),
                        "search attribute %s is given twice",
                        copy.get(i).name());
            }
        }
        return copy;
    }
}
