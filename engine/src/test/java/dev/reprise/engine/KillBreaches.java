package dev.reprise.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is wrong, a sentence for each. */
final class KillBreaches {
    private final List<String> all = new ArrayList<>();

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    void expect(boolean condition, String sentence, @Nullable Object... values) {
        if (!condition) {
            all.add(String.format(sentence, values));
        }
    }

    List<String> all() {
        return all;
    }
}
