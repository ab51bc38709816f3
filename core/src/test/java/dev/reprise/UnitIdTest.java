package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.testing.Samples;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class UnitIdTest {
    @Test
    void ids_are_paths() {
        var branch = UnitId.ROOT.child(UnitId.Kind.PARALLEL, 1);
        assertThat(UnitId.ROOT).hasToString("/");
        assertThat(branch).hasToString("/p1");
        assertThat(branch.child(UnitId.Kind.PARALLEL, 0)).hasToString("/p1/p0");
        assertThat(UnitId.ROOT.child(UnitId.Kind.HANDLER, 2)).hasToString("/h2");
        assertThat(UnitId.ROOT.child(UnitId.Kind.ASYNC, 3)).hasToString("/a3");
    }

    @Test
    void a_unit_knows_its_parent_kind_index_and_depth() {
        var unit = UnitId.parse("/p1/h7");
        assertThat(unit.parent()).isEqualTo(UnitId.parse("/p1"));
        assertThat(unit.kind()).isEqualTo(UnitId.Kind.HANDLER);
        assertThat(unit.index()).isEqualTo(7);
        assertThat(unit.depth()).isEqualTo(2);
        assertThat(UnitId.parse("/p1").parent()).isSameAs(UnitId.ROOT);
    }

    @Test
    void the_root_has_no_parent_and_no_kind() {
        assertThatIllegalStateException().isThrownBy(UnitId.ROOT::parent);
        assertThatIllegalStateException().isThrownBy(UnitId.ROOT::kind);
        assertThat(UnitId.ROOT.isRoot()).isTrue();
        assertThat(UnitId.ROOT.depth()).isZero();
    }

    @Test
    void the_order_is_root_then_parallel_then_async_then_handlers_then_by_index() {
        var inOrder =
                Stream.of(
                                "/", "/p0", "/p0/p0", "/p0/h1", "/p1", "/p2", "/p10", "/a0",
                                "/a0/p5", "/a1", "/h0", "/h0/a0", "/h2", "/h10")
                        .map(UnitId::parse)
                        .toList();
        var mixed = new ArrayList<>(inOrder);
        Collections.shuffle(mixed, new Random(7));
        Collections.sort(mixed);
        assertThat(mixed).isEqualTo(inOrder);
    }

    @Property
    void what_is_written_is_read_back(@ForAll long seed) {
        var unit = new Samples(seed).any(UnitId.class);
        assertThat(UnitId.parse(unit.toString())).isEqualTo(unit).hasSameHashCodeAs(unit);
    }

    @Property
    void the_order_agrees_with_equality(@ForAll long one, @ForAll long other) {
        var left = new Samples(one).any(UnitId.class);
        var right = new Samples(other).any(UnitId.class);
        assertThat(left.compareTo(right) == 0).isEqualTo(left.equals(right));
        assertThat(Integer.signum(left.compareTo(right)))
                .isEqualTo(-Integer.signum(right.compareTo(left)));
    }

    @Test
    void a_text_that_is_no_id_is_refused_with_the_text_and_the_place() {
        refused("", 0, "expected /");
        refused("p0", 0, "expected /");
        refused("/x0", 1, "expected p, a or h");
        refused("/p", 2, "expected a number");
        refused("/p1/", 4, "expected p, a or h");
        refused("/p01", 2, "a number has no leading 0");
        refused("/p-1", 2, "expected a number");
        refused("//", 1, "expected p, a or h");
        refused("/p1x", 3, "expected /");
        refused("/p536870912", 2, "greater than 536870911");
        refused("/p99999999999999999999", 2, "greater than 536870911");
    }

    private static void refused(String text, int place, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UnitId.parse(text))
                .withMessageContaining("\"" + text + "\"")
                .withMessageContaining("at character " + place)
                .withMessageContaining(reason);
    }

    @Test
    void depth_and_index_are_bounded() {
        var unit = UnitId.ROOT;
        for (int i = 0; i < UnitId.DEPTH_MAX; i++) {
            unit = unit.child(UnitId.Kind.PARALLEL, UnitId.INDEX_MAX);
        }
        var deepest = unit;
        assertThat(UnitId.parse(deepest.toString())).isEqualTo(deepest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> deepest.child(UnitId.Kind.PARALLEL, 0))
                .withMessageContaining("at most 64 deep");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UnitId.parse(deepest + "/p0"))
                .withMessageContaining("at most 64 deep");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UnitId.ROOT.child(UnitId.Kind.ASYNC, UnitId.INDEX_MAX + 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UnitId.ROOT.child(UnitId.Kind.ASYNC, -1));
    }
}
