package dev.reprise.engine.control;

import java.util.function.Consumer;

/** A desk in this process. */
public final class LocalDesk implements Desk {
    private final Clerk clerk;
    private final AutoCloseable behind;

    /**
     * A desk at which this clerk answers.
     *
     * @param behind what is closed with it
     */
    public LocalDesk(Clerk clerk, AutoCloseable behind) {
        this.clerk = clerk;
        this.behind = behind;
    }

    @Override
    public void ask(String id, Request request, Consumer<Reply> each) {
        switch (clerk.answer(id, request, Asker.here(each))) {
            case Reply.Done _ -> {}
            case Reply.Refused(var reason, var sentence) -> throw new Declined(reason, sentence);
        }
    }

    @Override
    public void close() {
        try {
            behind.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
