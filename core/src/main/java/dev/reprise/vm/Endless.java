package dev.reprise.vm;

/**
 * More reductions followed one event than the settings allow. The run is where it was between two
 * reductions: it may go on with another bound.
 */
public final class Endless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Endless(long reductionsMax) {
        super(
                "More than "
                        + reductionsMax
                        + " reductions followed one event. Likely cause: a loop or a cycle that has nothing in it to wait for. Settings.reductionsMax is the bound.");
    }
}
