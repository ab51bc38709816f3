package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.SplitMix64;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Texts of people that are not quite right, and what holds of the place that a refusal names. */
public final class TextDamage {
    private static final Pattern PLACE = Pattern.compile("line (\\d+), column (\\d+)");

    private TextDamage() {}

    /**
     * The text with up to three of its words missing, doubled, swapped, or odd.
     *
     * @param word finds the words, blanks included: together they are the text
     * @param odd words that are put in
     */
    public static String mutated(String text, Pattern word, List<String> odd, SplitMix64 random) {
        var words = new ArrayList<>(word.matcher(text).results().map(MatchResult::group).toList());
        assertThat(String.join("", words)).isEqualTo(text);
        for (int i = 1 + random.below(3); i > 0 && !words.isEmpty(); i--) {
            int at = random.below(words.size());
            int other = random.below(words.size());
            switch (random.below(6)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, words.get(at));
                case 2 -> words.set(at, words.set(other, words.get(at)));
                case 3 -> words.set(at, words.get(other));
                case 4 -> words.add(at, odd.get(random.below(odd.size())));
                default -> words.set(at, odd.get(random.below(odd.size())));
            }
        }
        return String.join("", words);
    }

    /** The place is in the text, or right behind it. */
    public static void assertPlace(String text, String place) {
        var found = PLACE.matcher(place);
        assertThat(found.matches()).as(place).isTrue();
        var lines = text.split("\n", -1);
        int line = Integer.parseInt(found.group(1));
        assertThat(line).as(place).isBetween(1, lines.length);
        assertThat(Integer.parseInt(found.group(2)))
                .as(place)
                .isBetween(1, lines[line - 1].length() + 1);
    }
}
