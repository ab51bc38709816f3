package dev.reprise;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What holds for a failure and its causes together: the bound, the cut, the readable form. */
final class FailureChain {
    private FailureChain() {}

    static void check(Optional<Failure> cause) {
        int length = 1;
        for (var next = cause; next.isPresent(); next = next.get().cause()) {
            length++;
        }
        if (length > Failure.CHAIN_MAX) {
            throw new IllegalArgumentException(
                    "a chain of causes has at most "
                            + Failure.CHAIN_MAX
                            + " failures, not "
                            + length
                            + "; causedBy cuts it");
        }
    }

    /** The first {@code lengthMax} failures of the chain; the last says how many are cut. */
    static Failure cut(Failure failure, int lengthMax) {
        List<Failure> chain = chain(failure);
        if (chain.size() <= lengthMax) {
            return failure;
        }
        Failure kept = lastOfMany(chain.get(lengthMax - 1), chain.size() - lengthMax);
        for (int i = lengthMax - 2; i >= 0; i--) {
            kept = withCause(chain.get(i), kept);
        }
        return kept;
    }

    private static List<Failure> chain(Failure failure) {
        var chain = new ArrayList<Failure>();
        for (var next = Optional.of(failure); next.isPresent(); next = next.get().cause()) {
            chain.add(next.get());
        }
        return chain;
    }

    private static Failure lastOfMany(Failure failure, int cut) {
        String message = failure.message() + " (" + cut + " more causes are cut)";
        return switch (failure) {
            case Failure.Application f ->
                    new Failure.Application(
                            f.type(), message, f.details(), f.retryable(), Optional.empty());
            case Failure.Timeout f ->
                    new Failure.Timeout(f.kind(), message, f.lastHeartbeat(), Optional.empty());
            case Failure.Child f ->
                    new Failure.Child(f.workflowType(), f.runId(), message, Optional.empty());
            case Failure.Activation f -> new Failure.Activation(f.kind(), message);
            case Failure.Cancelled f -> f;
            case Failure.Lost f -> f;
            case Failure.Terminated f -> f;
        };
    }

    static Failure withCause(Failure failure, Failure cause) {
        var kept = Optional.of(cause);
        return switch (failure) {
            case Failure.Application f ->
                    new Failure.Application(
                            f.type(), f.message(), f.details(), f.retryable(), kept);
            case Failure.Timeout f ->
                    new Failure.Timeout(f.kind(), f.message(), f.lastHeartbeat(), kept);
            case Failure.Child f ->
                    new Failure.Child(f.workflowType(), f.runId(), f.message(), kept);
            case Failure.Activation f -> new Failure.Activation(f.kind(), f.message(), kept);
            case Failure.Cancelled f -> f;
            case Failure.Lost f -> f;
            case Failure.Terminated f -> f;
        };
    }

    static String describe(Failure failure) {
        var text = new StringBuilder();
        for (Failure each : chain(failure)) {
            text.append(text.isEmpty() ? "" : "\ncaused by ");
            text.append(each.getClass().getSimpleName()).append(' ').append(headline(each));
            payload(each).ifPresent(line -> text.append("\n  ").append(line));
        }
        return text.toString();
    }

    private static String headline(Failure failure) {
        String message = failure.message().replace("\n", "\n  ");
        return switch (failure) {
            case Failure.Application f ->
                    f.type() + (f.retryable() ? ": " : " (not retryable): ") + message;
            case Failure.Timeout f -> f.kind() + ": " + message;
            case Failure.Child f -> f.workflowType() + ", run " + f.runId() + ": " + message;
            case Failure.Lost f -> "after " + f.redeliveries() + " redeliveries: " + message;
            case Failure.Activation f -> f.kind() + ": " + message;
            case Failure.Cancelled _, Failure.Terminated _ -> "- " + message;
        };
    }

    private static Optional<String> payload(Failure failure) {
        return switch (failure) {
            case Failure.Application f -> line("details", f.details());
            case Failure.Cancelled f -> line("details", f.details());
            case Failure.Timeout f -> line("last heartbeat", f.lastHeartbeat());
            case Failure.Child _, Failure.Lost _, Failure.Terminated _, Failure.Activation _ ->
                    Optional.empty();
        };
    }

    private static Optional<String> line(String label, Payload payload) {
        return payload.isNone() ? Optional.empty() : Optional.of(label + ": " + payload);
    }
}
