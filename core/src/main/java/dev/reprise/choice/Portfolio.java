package dev.reprise.choice;

import dev.reprise.Check;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Searches that take turns: what one of them is bad at, another is good at. */
final class Portfolio implements Search {
    private final List<Search> searches;
    private int turn;
    private @Nullable Search running;

    Portfolio(List<Search> searches) {
        Check.argument(!searches.isEmpty(), "a portfolio of no search");
        this.searches = searches;
    }

    @Override
    public Optional<Scheduler> next() {
        Check.state(
                running == null, "the last execution has not ended: call ended() before next()");
        if (progress().finished()) {
            return Optional.empty();
        }
        for (int tries = 0; tries < searches.size(); tries++) {
            var search = searches.get(turn);
            turn = (turn + 1) % searches.size();
            var scheduler = search.next();
            if (scheduler.isPresent()) {
                running = search;
                return scheduler;
            }
        }
        return Optional.empty();
    }

    @Override
    public void ended(boolean failed) {
        var search = running;
        Check.state(search != null, "no execution has begun: call next() before ended()");
        running = null;
        search.ended(failed);
    }

    /** The sums; when one search has covered everything, there is nothing left for the others. */
    @Override
    public Progress progress() {
        long executions = 0;
        long failures = 0;
        long redundant = 0;
        boolean finished = true;
        boolean complete = false;
        for (var search : searches) {
            var progress = search.progress();
            executions += progress.executions();
            failures += progress.failures();
            redundant += progress.redundant();
            finished &= progress.finished();
            complete |= progress.complete();
        }
        return new Progress(executions, failures, redundant, finished || complete, complete);
    }

    @Override
    public String name() {
        return searches.stream()
                .map(Search::name)
                .collect(Collectors.joining(", ", "in turn(", ")"));
    }

    @Override
    public String toString() {
        return name();
    }
}
