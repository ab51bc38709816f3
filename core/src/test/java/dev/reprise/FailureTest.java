package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.testing.Records;
import dev.reprise.testing.Samples;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FailureTest {
    private static final Failure TIMEOUT =
            new Failure.Timeout(
                    Failure.TimeoutKind.HEARTBEAT,
                    "no heartbeat for 2 s",
                    Payload.text("at 40 %"),
                    Optional.empty());

    @Test
    void a_chain_reads_as_paragraphs() {
        var failure =
                new Failure.Child("ship", new RunId("ship-3"), "the child failed", Optional.empty())
                        .causedBy(
                                new Failure.Application(
                                                "OutOfStock",
                                                "no widgets\nat all",
                                                Payload.text("widgets"),
                                                false,
                                                Optional.empty())
                                        .causedBy(TIMEOUT));
        assertThat(failure.describe())
                .isEqualTo(
                        """
                        Child ship, run ship-3: the child failed
                        caused by Application OutOfStock (not retryable): no widgets
                          at all
                          details: text "widgets"
                        caused by Timeout HEARTBEAT: no heartbeat for 2 s
                          last heartbeat: text "at 40 %\"""");
        assertThat(failure.root()).isEqualTo(TIMEOUT);
    }

    @Test
    void the_simple_kinds_are_described_too() {
        assertThat(new Failure.Cancelled("asked to", Payload.NONE).describe())
                .isEqualTo("Cancelled - asked to");
        assertThat(new Failure.Terminated("too old").describe()).isEqualTo("Terminated - too old");
        assertThat(new Failure.Lost("the worker died", 2).describe())
                .isEqualTo("Lost after 2 redeliveries: the worker died");
        assertThat(
                        new Failure.Activation(Failure.ActivationKind.UNKNOWN_TYPE, "no code")
                                .describe())
                .isEqualTo("Activation UNKNOWN_TYPE: no code");
    }

    @Test
    void kinds_without_a_cause_stay_without_one() {
        for (var failure :
                List.of(
                        new Failure.Cancelled("", Payload.NONE),
                        new Failure.Lost("", 0),
                        new Failure.Terminated(""))) {
            assertThat(failure.causedBy(TIMEOUT)).isEqualTo(failure);
            assertThat(failure.cause()).isEmpty();
        }
    }

    @Test
    void a_chain_is_as_long_as_it_may_be_or_refused_by_the_constructor() {
        Failure longest = chain(Failure.CHAIN_MAX);
        assertThat(length(longest)).isEqualTo(Failure.CHAIN_MAX);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new Failure.Activation(
                                        Failure.ActivationKind.STUCK,
                                        "one too many",
                                        Optional.of(longest)))
                .withMessageContaining("at most 32 failures, not 33");
    }

    @Test
    void a_chain_that_gets_too_long_is_cut_and_says_so() {
        Failure cut = new Failure.Application("Outer", "outer").causedBy(chain(Failure.CHAIN_MAX));
        assertThat(length(cut)).isEqualTo(Failure.CHAIN_MAX);
        assertThat(cut.message()).isEqualTo("outer");
        assertThat(cut.root().message()).endsWith("(1 more causes are cut)");
    }

    @Property
    void every_kind_has_a_readable_form(@ForAll long seed) {
        var failure = new Samples(seed).any(Failure.class);
        assertThat(failure.describe())
                .startsWith(failure.getClass().getSimpleName())
                .contains(failure.message().replace("\n", "\n  "));
    }

    @Test
    void the_kinds_are_these() {
        assertThat(Records.kinds(Failure.class))
                .extracting(Class::getSimpleName)
                .containsExactly(
                        "Application",
                        "Timeout",
                        "Cancelled",
                        "Child",
                        "Lost",
                        "Terminated",
                        "Activation");
    }

    private static Failure chain(int length) {
        Failure failure = new Failure.Application("Root", "link 1");
        for (int i = 2; i <= length; i++) {
            failure =
                    new Failure.Application(
                            "Link", "link " + i, Payload.NONE, true, Optional.of(failure));
        }
        return failure;
    }

    private static int length(Failure failure) {
        return 1 + failure.cause().map(FailureTest::length).orElse(0);
    }
}
