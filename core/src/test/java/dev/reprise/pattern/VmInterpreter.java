package dev.reprise.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.choice.Key;
import dev.reprise.choice.Scheduler;
import dev.reprise.program.LinkedProgram;
import dev.reprise.vm.Detail;
import dev.reprise.vm.Settings;
import dev.reprise.vm.Vm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Carries a pattern out by program and VM. */
final class VmInterpreter implements Interpreter {
    private final List<String> trace = new ArrayList<>();
    private final Settings settings =
            Settings.DEFAULT
                    .trace(Detail.MIN, it -> trace.add(it.toString()))
                    .reductionsMax(1_000_000);
    private final LinkedProgram program;
    private final Scheduler scheduler;
    private final boolean restores;
    private Vm vm;
    private Duration now = Duration.ZERO;

    VmInterpreter(LinkedProgram program, Context context, Scheduler scheduler) {
        this(program, context, scheduler, false);
    }

    /**
     * A run of the program.
     *
     * @param restores whether it is written down and read again between any two reductions
     */
    VmInterpreter(LinkedProgram program, Context context, Scheduler scheduler, boolean restores) {
        this.restores = restores;
        this.program = program;
        this.scheduler = scheduler;
        this.vm = Vm.start(program, context, scheduler, settings);
        settle();
    }

    Vm vm() {
        return vm;
    }

    private void settle() {
        do {
            restore();
        } while (vm.goOn());
        restore();
    }

    private void restore() {
        if (restores) {
            var snapshot = vm.snapshot();
            vm = Vm.restore(program, snapshot, scheduler, settings);
            assertThat(vm.snapshot()).isEqualTo(snapshot);
        }
    }

    @Override
    public boolean step() {
        if (vm.isDone() || vm.isBlocked()) {
            return false;
        }
        vm.step();
        settle();
        return true;
    }

    @Override
    public void resume(Key key, Outcome outcome) {
        var effect = vm.effects().stream().filter(it -> it.key().equals(key)).findFirst();
        vm.resume(effect.orElseThrow().number(), outcome);
        settle();
    }

    @Override
    public void signal(String name, Payload value) {
        vm.signal(name, value);
        settle();
    }

    @Override
    public void elapse(Duration time) {
        now = now.plus(time);
        vm.advance(now);
        settle();
    }

    @Override
    public void cancel() {
        vm.cancel();
    }

    @Override
    public void cancel(String region) {
        vm.cancel(region);
        settle();
    }

    @Override
    public Optional<String> ended() {
        return vm.isDone()
                ? trace.reversed().stream().filter(it -> !it.startsWith("lost ")).findFirst()
                : Optional.empty();
    }

    @Override
    public Optional<Context> result() {
        return vm.result();
    }

    @Override
    public List<Asking> asking() {
        return vm.effects().stream().map(it -> new Asking(it.key(), it.activity())).toList();
    }

    @Override
    public List<String> trace() {
        return trace;
    }

    @Override
    public void invariants() {
        vm.invariants();
    }
}
