package dev.reprise.history;

import dev.reprise.testing.CounterMachine;
import dev.reprise.testing.CounterStory;
import dev.reprise.testing.MachineContract;
import java.util.List;

class CounterMachineTest extends MachineContract {
    @Override
    protected Machine machine() {
        return new CounterMachine();
    }

    @Override
    protected List<Activation> story() {
        return CounterStory.whole().activations();
    }

    @Override
    protected List<Job.Query> queries() {
        return List.of(
                new Job.Query("first", "count", List.of()),
                new Job.Query("second", "unknown", List.of()));
    }
}
