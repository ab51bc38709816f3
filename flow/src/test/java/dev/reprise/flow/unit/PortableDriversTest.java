package dev.reprise.flow.unit;

/** Drivers of portable strands. */
class PortableDriversTest extends DriversContract {

    @Override
    Strands strands() {
        return Strands.portable();
    }
}
