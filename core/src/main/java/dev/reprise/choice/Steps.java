package dev.reprise.choice;

/** What every scheduler checks first. */
final class Steps {
    private Steps() {}

    /** The view itself, which must hold at least one action. */
    static Enabled checked(Enabled enabled) {
        if (enabled.size() == 0) {
            throw new IllegalArgumentException(
                    "nothing is enabled, so there is nothing to choose: an owner with no enabled"
                            + " action is done or blocked and must not ask");
        }
        return enabled;
    }
}
