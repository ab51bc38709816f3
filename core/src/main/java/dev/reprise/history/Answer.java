package dev.reprise.history;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Text;

/** What a run says to someone who waits outside, and does not keep. */
public sealed interface Answer {
    /** A query's answer: a value, or why there is none. */
    record QueryAnswered(String queryId, Outcome outcome) implements Answer {
        /** Checks the id. */
        public QueryAnswered {
            Text.name("a query id", queryId);
        }
    }

    /** An update was turned away by its validator. */
    record UpdateRejected(String updateId, Failure failure) implements Answer {
        /** Checks the id. */
        public UpdateRejected {
            Text.name("an update id", updateId);
        }
    }
}
