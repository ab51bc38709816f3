package dev.reprise.engine.control;

import dev.reprise.Check;
import java.time.Duration;
import java.util.function.Consumer;

/** Where requests are answered: in this process or in another. For one thread at a time. */
public interface Desk extends AutoCloseable {
    /** So long somebody waits for whom there is no room before asking again. */
    Duration BREATH = Duration.ofMillis(500);

    /**
     * Asks, and hands over what is answered, the end excepted.
     *
     * @param id by which the request is known when it is asked again: asking twice is asking once;
     *     empty when it is not to be known, which an update has to be
     * @throws Declined when it was not done
     */
    void ask(String id, Request request, Consumer<Reply> each);

    /**
     * As {@link #ask}, and asks again, under the same id, while the answer is not there or there is
     * no room to wait for it: so nobody is kept waiting by one that hung up, and who stays waits as
     * long as it takes.
     */
    default void insist(String id, Request request, Consumer<Reply> each) {
        Check.argument(!id.isEmpty(), "what is asked again is known by an id");
        boolean[] pending = {true};
        while (pending[0]) {
            pending[0] = false;
            try {
                ask(
                        id,
                        request,
                        reply -> {
                            if (reply instanceof Reply.Pending) {
                                pending[0] = true;
                            } else {
                                each.accept(reply);
                            }
                        });
            } catch (Declined e) {
                if (!e.isForNow()) {
                    throw e;
                }
                pending[0] = true;
                rest();
            }
        }
    }

    /** Waits a while, as is done before something is asked again. */
    static void rest() {
        try {
            Thread.sleep(BREATH);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Declined("INTERRUPTED", "The wait was interrupted; ask again.");
        }
    }

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

        /** Whether so many others ask that this could not be, and nothing was done. */
        public boolean isForNow() {
            return reason.equals(Asker.Busy.REASON);
        }
    }
}
