package dev.reprise.soundness;

import dev.reprise.vm.Vm;
import java.util.List;
import java.util.Optional;

/**
 * What came of a move.
 *
 * @param vm the run behind it
 * @param steps the move and the choices that came with it
 * @param flaw what is wrong with it already
 * @param counted whether more than k instances were left out
 * @param outline what the future depends on; nothing when there is none
 */
record Played(Vm vm, List<Step> steps, Optional<Flaw> flaw, boolean counted, Known outline) {
    static Played of(Vm vm, List<Step> steps, Optional<Flaw> flaw, boolean counted) {
        boolean goesOn = flaw.isEmpty() && !vm.isDone();
        var outline = goesOn ? new Known(vm.survey().outline()) : Known.NOTHING;
        return new Played(vm, steps, flaw, counted, outline);
    }

    boolean isOver() {
        return vm.isDone();
    }

    /** Whether calls are deeper than is looked at. */
    boolean isCut(int k) {
        return vm.survey().callDepth() > k;
    }
}
