package dev.reprise.policy;

import dev.reprise.policy.Breaker.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A breaker that keeps every call for ever and counts them one by one. */
final class NaiveBreaker {
    private record Call(Instant at, boolean failed, boolean slow) {}

    private final List<Call> calls = new ArrayList<>();
    private State state = State.CLOSED;
    private int round;
    private Instant until = Instant.MIN;
    private int out;
    private Instant latest = Instant.MIN;

    State state() {
        return state;
    }

    int round() {
        return round;
    }

    Verdict ask(Breaking breaking, Instant now) {
        if (state == State.CLOSED) {
            return Verdict.GO;
        }
        if (!now.isBefore(until)) {
            begin(State.HALF_OPEN);
            until = now.plus(breaking.openFor());
        }
        if (state == State.OPEN) {
            return new Verdict.Open(until);
        }
        boolean nobodyIsOut = out == calls.size();
        if (out < breaking.halfOpenCalls() || nobodyIsOut) {
            out++;
            return Verdict.GO;
        }
        return new Verdict.Open(Optional.empty());
    }

    void returned(Breaking breaking, int by, Instant now, Duration took, boolean failed) {
        if (by != round || state == State.OPEN) {
            return;
        }
        latest = now.isAfter(latest) ? now : latest;
        boolean slow = !breaking.slowAfter().isZero() && took.compareTo(breaking.slowAfter()) > 0;
        calls.add(new Call(latest, failed, slow));
        if (state == State.HALF_OPEN) {
            if (calls.size() >= breaking.halfOpenCalls()) {
                decide(breaking, now, calls, State.CLOSED);
            }
        } else {
            var window = window(breaking);
            boolean whole =
                    breaking.windowSpan().isZero() && window.size() == breaking.windowCalls();
            if (whole || window.size() >= breaking.callsMin()) {
                decide(breaking, now, window, State.CLOSED);
            }
        }
    }

    void dropped(int by) {
        if (by == round && state == State.HALF_OPEN) {
            out--;
        }
    }

    private List<Call> window(Breaking breaking) {
        if (breaking.windowSpan().isZero()) {
            return calls.subList(Math.max(0, calls.size() - breaking.windowCalls()), calls.size());
        }
        var since = latest.minus(breaking.windowSpan());
        var inside = calls.stream().filter(call -> call.at().isAfter(since)).toList();
        return inside.subList(Math.max(0, inside.size() - Breaking.CALLS_MAX), inside.size());
    }

    private void decide(Breaking breaking, Instant now, List<Call> window, State otherwise) {
        double failed = window.stream().filter(Call::failed).count() / (double) window.size();
        double slow = window.stream().filter(Call::slow).count() / (double) window.size();
        boolean opens =
                failed * 100 >= breaking.failureRate() - 1e-9
                        || slow * 100 >= breaking.slowRate() - 1e-9;
        if (opens) {
            begin(State.OPEN);
            until = now.plus(breaking.openFor());
        } else if (state != otherwise) {
            begin(otherwise);
        }
    }

    private void begin(State next) {
        state = next;
        round++;
        calls.clear();
        out = 0;
    }
}
