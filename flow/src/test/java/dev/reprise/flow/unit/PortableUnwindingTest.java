package dev.reprise.flow.unit;

/** Portable strands that are dropped. */
class PortableUnwindingTest extends UnwindingContract {

    @Override
    StrandContract kind() {
        return new PortableStrandTest();
    }
}
