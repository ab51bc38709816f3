package dev.reprise.bench;

/**
 * A case and what came out.
 *
 * @param of the case
 * @param measured its value
 * @param baseline the value of what it is compared with
 */
record Row(Case of, Measured measured, Measured baseline) {
    /** The value in units of the baseline. */
    double ratio() {
        return measured.value() / baseline.value();
    }

    /** Whether every target is reached. */
    boolean meetsTargets() {
        return of.targets().stream().allMatch(target -> target.isMetBy(this));
    }
}
