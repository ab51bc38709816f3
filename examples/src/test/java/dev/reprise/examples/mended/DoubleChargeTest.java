package dev.reprise.examples.mended;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.mended.DoubleCharge.After;
import dev.reprise.examples.mended.DoubleCharge.Bank;
import dev.reprise.examples.mended.DoubleCharge.Before;
import dev.reprise.examples.mended.DoubleCharge.Order;
import dev.reprise.examples.mended.DoubleCharge.Payments;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Finding;
import dev.reprise.sim.explore.Flaw;
import dev.reprise.sim.explore.Terms;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A charge whose key is made in the activity is made twice. */
final class DoubleChargeTest {
    private static void scenario(Exploration it, Function<Bank, Payments> made) {
        var bank = new Bank();
        it.workflow(Order.class).activities(made.apply(bank));
        it.start(Order.class, "order-1", "tea");
        it.always("nobody is charged twice", () -> bank.charged() <= 1250);
        it.atEnd(() -> assertThat(bank.charged()).isEqualTo(1250));
    }

    @Test
    void a_charge_with_a_new_key_is_made_twice_when_the_process_dies_behind_it() {
        Finding found =
                Stories.found("DoubleCharge", Terms.DEFAULT, it -> scenario(it, Before::new));
        assertThat(found.flaw().kind()).isEqualTo(Flaw.Kind.BROKEN);
        assertThat(found.flaw().message()).contains("nobody is charged twice");
        assertThat(found.told()).contains("begins, delivered again");
    }

    @WhateverHappens
    void mended_it_is_made_once_whatever_happens(Exploration it) {
        scenario(it, After::new);
    }
}
