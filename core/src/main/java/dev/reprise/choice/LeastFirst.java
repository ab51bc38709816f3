package dev.reprise.choice;

/** Always the least key. */
final class LeastFirst implements Scheduler {
    @Override
    public Action choose(Enabled enabled) {
        return Steps.checked(enabled).least();
    }

    @Override
    public boolean canPass() {
        return true;
    }

    @Override
    public void pass() {}

    @Override
    public String toString() {
        return "deterministic";
    }
}
