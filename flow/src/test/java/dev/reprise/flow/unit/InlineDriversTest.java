package dev.reprise.flow.unit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;

/** Drivers of inline strands; nothing to test where {@code java.lang} is closed to us. */
class InlineDriversTest extends DriversContract {
    @BeforeEach
    void where_they_are_possible() {
        assumeTrue(Strands.inline().isPresent());
    }

    @Override
    Strands strands() {
        return Strands.inline().orElseThrow();
    }
}
