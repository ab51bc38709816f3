package dev.reprise.filter;

import java.time.Instant;
import java.util.Optional;

/** A row that must not be asked anything; what is overridden may be. */
class SilentRow implements Row {
    private final Run run;

    SilentRow(Run run) {
        this.run = run;
    }

    private <T> T unasked(String what) {
        throw new AssertionError(run.id() + " was asked for its " + what);
    }

    @Override
    public String id() {
        return unasked("id");
    }

    @Override
    public String type() {
        return unasked("type");
    }

    @Override
    public RunStatus status() {
        return unasked("status");
    }

    @Override
    public Instant started() {
        return unasked("start");
    }

    @Override
    public Optional<Instant> ended() {
        return unasked("end");
    }

    @Override
    public Instant updated() {
        return unasked("update");
    }

    @Override
    public long events() {
        return this.<Long>unasked("events");
    }

    @Override
    public Attributes attributes() {
        return unasked("attributes");
    }
}
