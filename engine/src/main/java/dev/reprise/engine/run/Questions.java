package dev.reprise.engine.run;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.history.Activation;
import dev.reprise.history.Answer;
import dev.reprise.history.Completion;
import dev.reprise.history.Job;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a run is asked. It is answered when all that the run has decided is durable. */
final class Questions {
    private final House house;
    private final Cell cell;
    private final Hosting hosting;

    /** Mostly there are none: then nothing can be added to it. */
    private List<Message.Ask> asks = List.of();

    Questions(House house, Cell cell, Hosting hosting) {
        this.house = house;
        this.cell = cell;
        this.hosting = hosting;
    }

    void add(Message.Ask ask) {
        if (asks.isEmpty()) {
            asks = new ArrayList<>(1);
        }
        asks.add(ask);
    }

    boolean isEmpty() {
        return asks.isEmpty();
    }

    void refuse(Refusal why) {
        asks.forEach(ask -> ask.refuse(why));
        asks = List.of();
    }

    /**
     * Answers all of them; nothing of the run may be on its way to the store, and its code has
     * begun unless it waits for a time, or was ended before.
     */
    void answer(Standing standing) {
        if (asks.isEmpty()) {
            return;
        }
        List<Message.Ask> asked = asks;
        asks = List.of();
        if (standing.status() == Status.STUCK) {
            fail(asked, "the run is stuck: " + standing.reason());
            return;
        }
        if (standing.isAboutToBegin()) {
            fail(asked, "its code begins at " + standing.outstanding().legTimer());
            return;
        }
        if (!standing.hasBegun()) {
            fail(asked, "it ended before its code began: " + standing.reason());
            return;
        }
        List<Job> queries = new ArrayList<>();
        asked.forEach(ask -> queries.add(ask.query()));
        switch (hosting.activate(standing, latest -> activation(standing, latest, queries))) {
            case Completion.Failed(var failure) -> fail(asked, failure.message());
            case Completion.Decided decided -> told(asked, decided.answers());
        }
    }

    private Activation activation(Standing standing, Instant now, List<Job> queries) {
        return new Activation(
                now, house.around().seeds().getAsLong(), standing.length(), false, queries);
    }

    private void told(List<Message.Ask> asked, List<Answer> answers) {
        for (Message.Ask ask : asked) {
            for (Answer answer : answers) {
                if (answer instanceof Answer.QueryAnswered(var id, var outcome)
                        && id.equals(ask.query().id())) {
                    switch (outcome) {
                        case Outcome.Completed(Payload value) -> ask.waiting().complete(value);
                        case Outcome.Failed(var failure) ->
                                ask.refuse(failed(ask, failure.describe()));
                    }
                }
            }
            if (!ask.waiting().isDone()) {
                ask.refuse(failed(ask, "the run gave no answer"));
            }
        }
    }

    private void fail(List<Message.Ask> asked, String why) {
        asked.forEach(ask -> ask.refuse(failed(ask, why)));
    }

    private Refusal failed(Message.Ask ask, String why) {
        return new Refusal(
                Refusal.Reason.QUERY_FAILED,
                "Query " + ask.query().name() + " of run " + cell.run + " failed: " + why);
    }
}
