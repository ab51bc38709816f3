package dev.reprise.policy;

import static dev.reprise.policy.Conversation.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.testing.PolicySamples;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Policies that are found once. */
class ResolverTest {
    private final List<String> asked = new ArrayList<>();

    private boolean isLong(Target target) {
        asked.add(target.name());
        return target.name().length() > 3;
    }

    private final Resolver resolver =
            new Resolver(
                    Precedence.NONE.workflow(
                            Rules.NONE.append(
                                    Matcher.told("long"), Partial.NONE.with(Field.MAX_RETRIES, 2))),
                    Functions.NONE.target("long", this::isLong));

    private Policy resolved(String name, Partial code) {
        return resolver.resolve(new Target(name, "activity"), code);
    }

    @Test
    void rules_are_read_once_for_each_target_and_what_the_code_says() {
        var code = Partial.NONE.with(Field.DELAY, seconds(1));
        for (int i = 0; i < 3; i++) {
            assertThat(resolved("charge", Partial.NONE).maxRetries()).isEqualTo(2);
            assertThat(resolved("pay", Partial.NONE).maxRetries()).isZero();
            assertThat(resolved("charge", code).timing().delay()).isEqualTo(seconds(1));
        }
        assertThat(asked).containsExactly("charge", "pay", "charge");
    }

    @Test
    void a_target_of_another_kind_is_another() {
        resolver.resolve(new Target("charge", "activity"), Partial.NONE);
        resolver.resolve(new Target("charge", "condition"), Partial.NONE);
        assertThat(asked).hasSize(2);
    }

    @Test
    void what_failed_is_not_remembered() {
        var missing = new Resolver(resolver.precedence(), Functions.NONE);
        for (int i = 0; i < 2; i++) {
            assertThatIllegalStateException()
                    .isThrownBy(
                            () -> missing.resolve(new Target("charge", "activity"), Partial.NONE))
                    .withMessageContaining("\"long\"");
        }
    }

    @Test
    void more_targets_than_can_be_remembered_are_found_all_the_same() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 2 * Resolver.REMEMBERED_MAX; i++) {
                String name = Integer.toString(i);
                assertThat(resolved(name, Partial.NONE).maxRetries())
                        .isEqualTo(name.length() > 3 ? 2 : 0);
            }
        }
    }

    @Test
    void more_words_of_the_code_than_can_be_remembered_are_heard_all_the_same() {
        for (int i = 0; i < 2 * Resolver.REMEMBERED_MAX; i++) {
            var code = Partial.NONE.with(Field.MAX_RETRIES, i);
            assertThat(resolved("charge", code).maxRetries()).isEqualTo(i);
        }
    }

    @Property(tries = 200)
    void it_says_what_the_precedence_says(@ForAll long seed) {
        var samples = new PolicySamples(seed);
        var random = new Random(seed);
        var functions = Functions.NONE;
        for (var name : PolicySamples.NAMES) {
            functions = functions.target(name, it -> it.name().hashCode() % 2 == 0);
        }
        var precedence =
                Precedence.NONE
                        .workflow(samples.rules())
                        .merge(samples.rules())
                        .defaults(samples.partial());
        var remembering = new Resolver(precedence, functions);
        var codes = List.of(Partial.NONE, samples.partial(), samples.partial());
        for (int i = 0; i < 60; i++) {
            var target = new Target(PolicySamples.NAMES.get(random.nextInt(6)), "activity");
            var code = codes.get(random.nextInt(3));
            assertThat(remembering.resolve(target, code))
                    .isEqualTo(precedence.resolve(target, code, functions));
        }
    }
}
