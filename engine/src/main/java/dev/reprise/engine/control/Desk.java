package dev.reprise.engine.control;

import java.util.function.Consumer;

/** Where requests are answered: in this process or in another. For one thread at a time. */
public interface Desk extends AutoCloseable {
    /**
     * Asks, and hands over what is answered, the end excepted.
     *
     * @param id by which the request is known when it is asked again: asking twice is asking once;
     *     empty when it is not to be known, which an update has to be
     * @throws Declined when it was not done
     */
    void ask(String id, Request request, Consumer<Reply> each);

    @Override
    void close();

    /** A request was not carried out: the sentence says what, why, and what to do next. */
    final class Declined extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String reason;

        /** Creates it. */
        public Declined(String reason, String sentence) {
            super(sentence);
            this.reason = reason;
        }

        /** A word for programs. */
        public String reason() {
            return reason;
        }
    }
}
