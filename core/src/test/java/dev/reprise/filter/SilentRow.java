package dev.reprise.filter;

import java.time.Instant;
import java.util.Optional;

/** A row that must not be asked anything; what is overridden may be. */
class SilentRow implements Row {
    private final Run run;

    SilentRow(Run run) {
        this.run = run;
    }

    private AssertionError unasked(String what) {
        return new AssertionError(run.id() + " was asked for its " + what);
    }

    @Override
    public String id() {
        throw unasked("id");
    }

    @Override
    public String type() {
        throw unasked("type");
    }

    @Override
    public RunStatus status() {
        throw unasked("status");
    }

    @Override
    public Instant started() {
        throw unasked("start");
    }

    @Override
    public Optional<Instant> ended() {
        throw unasked("end");
    }

    @Override
    public Instant updated() {
        throw unasked("update");
    }

    @Override
    public long events() {
        throw unasked("events");
    }

    @Override
    public Attributes attributes() {
        throw unasked("attributes");
    }
}
