package dev.reprise.soundness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.pattern.Catalogue;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** The patterns of the catalogue, as they are drawn in docs/patterns.md. */
class SoundCatalogueTest {
    /** A milestone can be missed: that is what it is. */
    @Test
    void all_are_sound_but_the_milestone() {
        var unsound = new ArrayList<String>();
        for (var entry : Catalogue.values()) {
            var verdict = Soundness.check(entry.pattern());
            assertThat(verdict).as(entry.title()).isNotInstanceOf(Verdict.Undecided.class);
            if (verdict instanceof Verdict.Unsound wrong) {
                unsound.add(entry.title() + ": " + wrong.flaw().sentence());
                Landing.assertLands(entry.pattern(), Bounds.DEFAULT, wrong);
            }
        }
        assertThat(unsound)
                .containsExactly(
                        "Milestone: Nobody can go on, and nothing from outside is waited for."
                                + " Stuck: effect change /1/1/0.");
    }

    @Test
    void those_with_counts_growing_instances_and_calls_are_so_as_far_as_k() {
        var bounded = new ArrayList<Integer>();
        for (var entry : Catalogue.values()) {
            if (Soundness.check(entry.pattern()) instanceof Verdict.Sound sound
                    && sound.bounded()) {
                bounded.add(entry.number());
            }
        }
        assertThat(bounded).containsExactly(12, 14, 15, 22, 34, 35, 36);
    }
}
