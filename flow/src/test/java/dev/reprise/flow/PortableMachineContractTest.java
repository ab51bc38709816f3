package dev.reprise.flow;

import dev.reprise.flow.unit.Strands;

/** The same with the units that every JVM has. */
class PortableMachineContractTest extends FlowMachineContractTest {
    @Override
    Strands strands() {
        return Strands.portable();
    }
}
