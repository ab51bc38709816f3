package dev.reprise.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is held back so that the rules of a schedule come true. */
class EnforcerTest {
    private static final long THING = 7;
    private static final Kind READER = new Kind(1, "reader");
    private static final Kind WRITER = new Kind(2, "writer");
    private static final Kind OTHER = new Kind(3, "other");

    private final Enforcer enforcer = new Enforcer();

    private static Action of(Kind kind, Footprint footprint) {
        return new Action(kind.key(0), 0, footprint);
    }

    private final Action reads = of(READER, Footprint.reads(3, THING));
    private final Action writes = of(WRITER, Footprint.writes(THING));
    private final Action writesToo = of(OTHER, Footprint.writes(THING));

    private void begin(int writer, boolean wanted) {
        enforcer.begin(List.of(new Constraint(READER.order(), writer, THING, wanted)));
    }

    @Test
    void who_is_to_come_after_a_writer_waits_for_him_and_then_others_who_change_it_wait() {
        begin(WRITER.order(), true);
        assertThat(enforcer.isIdle()).isFalse();
        assertThat(enforcer.holds(reads)).isTrue();
        assertThat(enforcer.holds(writesToo)).isFalse();
        enforcer.chosen(writesToo);
        assertThat(enforcer.holds(reads)).isTrue();
        enforcer.chosen(writes);
        assertThat(enforcer.holds(reads)).isFalse();
        assertThat(enforcer.holds(writesToo)).isTrue();
        assertThat(enforcer.isIdle()).isFalse();
        enforcer.chosen(reads);
        assertThat(enforcer.isIdle()).isTrue();
        assertThat(enforcer.holds(writesToo)).isFalse();
    }

    @Test
    void who_is_not_to_come_just_after_a_writer_waits_for_another() {
        begin(WRITER.order(), false);
        assertThat(enforcer.holds(reads)).isFalse();
        enforcer.chosen(writes);
        assertThat(enforcer.holds(reads)).isTrue();
        assertThat(enforcer.holds(writesToo)).isFalse();
        enforcer.chosen(writesToo);
        assertThat(enforcer.holds(reads)).isFalse();
        enforcer.chosen(reads);
        assertThat(enforcer.isIdle()).isTrue();
    }

    @Test
    void who_is_to_come_first_holds_the_writers_until_it_is_too_late() {
        begin(Constraint.START, true);
        assertThat(enforcer.holds(reads)).isFalse();
        assertThat(enforcer.holds(writes)).isTrue();
        enforcer.chosen(writes);
        assertThat(enforcer.isIdle()).isTrue();
    }

    @Test
    void a_rule_is_about_its_thing_and_its_places_only() {
        begin(WRITER.order(), true);
        for (Footprint footprint :
                List.of(
                        Footprint.NONE,
                        Footprint.ANY,
                        Footprint.reads(8),
                        Footprint.writes(6, 8))) {
            assertThat(enforcer.holds(of(READER, footprint))).as("%s", footprint).isFalse();
            enforcer.chosen(of(WRITER, footprint));
            assertThat(enforcer.holds(reads)).as("after %s", footprint).isTrue();
        }
        assertThat(enforcer.holds(of(OTHER, Footprint.reads(THING)))).isFalse();
        assertThat(enforcer.holds(of(READER, Footprint.writes(THING)))).isTrue();
    }

    @Test
    void what_may_touch_anything_comes_to_a_thing_of_its_own() {
        enforcer.begin(
                List.of(new Constraint(READER.order(), WRITER.order(), Constraint.ANYTHING, true)));
        assertThat(enforcer.holds(of(READER, Footprint.ANY))).isTrue();
        assertThat(enforcer.holds(of(READER, Footprint.writes(THING)))).isFalse();
        enforcer.chosen(of(WRITER, Footprint.ANY));
        assertThat(enforcer.holds(of(READER, Footprint.ANY))).isFalse();
        assertThat(enforcer.holds(of(OTHER, Footprint.ANY))).isTrue();
    }
}
