package dev.reprise.flow.unit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;

/** Inline strands that are dropped; nothing to test where {@code java.lang} is closed to us. */
class InlineUnwindingTest extends UnwindingContract {
    @BeforeEach
    void where_they_are_possible() {
        assumeTrue(Strands.inline().isPresent());
    }

    @Override
    StrandContract kind() {
        return new InlineStrandTest();
    }
}
