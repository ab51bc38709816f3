package dev.reprise.flow.unit;

/** Portable strands whose code blocks. */
class PortableBlockingTest extends BlockingContract {
    @Override
    StrandContract kind() {
        return new PortableStrandTest();
    }
}
