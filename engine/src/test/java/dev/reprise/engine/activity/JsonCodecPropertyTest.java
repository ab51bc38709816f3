package dev.reprise.engine.activity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.reprise.PayloadCodec;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class JsonCodecPropertyTest {
    private final PayloadCodec codec = new JsonCodec();

    record Leaf(
            String text,
            long number,
            double fraction,
            BigDecimal exact,
            Instant at,
            Duration span,
            LocalDate day,
            Optional<DayOfWeek> weekday) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Tree {
        @JsonTypeName("leaf")
        record Of(Leaf leaf) implements Tree {}

        @JsonTypeName("branch")
        record Branch(List<Tree> list, Map<String, Tree> named, Set<Tree> set, Set<Integer> ints)
                implements Tree {}
    }

    interface Types {
        Map<String, List<Tree>> trees();
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void what_is_encoded_comes_back(@ForAll("trees") Tree tree) {
        assertThat(codec.decode(codec.encode(tree), Tree.class)).isEqualTo(tree);
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void types_that_only_a_declaration_says_come_back(@ForAll("trees") Tree tree)
            throws NoSuchMethodException {
        Type type = Types.class.getDeclaredMethod("trees").getGenericReturnType();
        var value = Map.of("one", List.of(tree), "none", List.<Tree>of());
        assertThat(codec.decode(codec.encode(value), type)).isEqualTo(value);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void equal_values_give_the_same_bytes_by_any_codec(
            @ForAll("trees") Tree tree, @ForAll Random random) {
        Tree other = shuffled(tree, random);
        assertThat(other).isEqualTo(tree);
        assertThat(new JsonCodec().encode(other)).isEqualTo(codec.encode(tree));
    }

    /** An equal tree whose maps and sets are in another order. */
    private static Tree shuffled(Tree tree, Random random) {
        if (!(tree instanceof Tree.Branch(var list, var named, var set, var ints))) {
            return tree;
        }
        var names = new ArrayList<>(named.keySet());
        Collections.shuffle(names, random);
        var map = new LinkedHashMap<String, Tree>();
        names.forEach(name -> map.put(name, shuffled(named.get(name), random)));
        var elements = new ArrayList<>(set);
        Collections.shuffle(elements, random);
        var numbers = new ArrayList<>(ints);
        Collections.shuffle(numbers, random);
        return new Tree.Branch(
                list.stream().map(it -> shuffled(it, random)).toList(),
                map,
                new LinkedHashSet<>(elements),
                new LinkedHashSet<>(numbers));
    }

    @Provide
    Arbitrary<Tree> trees() {
        return Arbitraries.recursive(this::leaves, this::branches, 0, 3);
    }

    private Arbitrary<Tree> leaves() {
        var instants =
                Arbitraries.longs()
                        .between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond())
                        .map(it -> Instant.ofEpochSecond(it, Math.floorMod(it, 1_000_000_000)));
        return Combinators.combine(
                        texts(),
                        Arbitraries.longs(),
                        Arbitraries.doubles(),
                        Arbitraries.bigDecimals().ofScale(5),
                        instants,
                        Arbitraries.longs().map(it -> Duration.ofSeconds(it >> 1, it & 0xFFFF)),
                        Arbitraries.longs().between(-100_000, 100_000).map(LocalDate::ofEpochDay),
                        Arbitraries.of(DayOfWeek.class).optional())
                .as(Leaf::new)
                .map(Tree.Of::new);
    }

    private Arbitrary<Tree> branches(Arbitrary<Tree> trees) {
        return Combinators.combine(
                        trees.list().ofMaxSize(3),
                        Arbitraries.maps(texts(), trees).ofMaxSize(3),
                        trees.set().ofMaxSize(3),
                        Arbitraries.integers().set().ofMaxSize(5))
                .as(Tree.Branch::new);
    }

    /** Any text that is well-formed. */
    private static Arbitrary<String> texts() {
        return Arbitraries.strings()
                .all()
                .ofMaxLength(8)
                .filter(
                        it ->
                                it.codePoints()
                                        .noneMatch(
                                                c ->
                                                        c >= Character.MIN_SURROGATE
                                                                && c <= Character.MAX_SURROGATE));
    }
}
