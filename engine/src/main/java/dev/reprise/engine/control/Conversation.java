package dev.reprise.engine.control;

import dev.reprise.form.Malformed;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;

/**
 * What one connection asks, one thing after the other. While one thing is answered, another thread
 * waits for the next: so it is noticed at once when the other side hangs up.
 */
final class Conversation {
    /** What comes from the other side. */
    private sealed interface Heard {
        /** A request. */
        record Asked(RequestForm.Numbered request) implements Heard {}

        /** What is none. */
        record Nonsense(Malformed why) implements Heard {}

        /** Nothing more. */
        record Silence() implements Heard {}
    }

    private final Clerk clerk;
    private final Wire wire;
    private final Semaphore places;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private final SynchronousQueue<Heard> heard = new SynchronousQueue<>();

    /**
     * A conversation that has not begun.
     *
     * @param places for those who wait
     */
    Conversation(Clerk clerk, Wire wire, Semaphore places) {
        this.clerk = clerk;
        this.wire = wire;
        this.places = places;
    }

    /** Answers until nothing more is asked, or what is asked cannot be understood. */
    void goOn() throws IOException {
        Thread ear = Thread.ofVirtual().name("reprise-control-ear").start(this::listen);
        try {
            boolean goesOn = true;
            while (goesOn) {
                goesOn = answered(heard.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ear.interrupt();
        }
    }

    /** Hears what comes until nothing does, one thing ahead of what is answered. */
    private void listen() {
        try {
            Heard next = next();
            while (next instanceof Heard.Asked) {
                heard.put(next);
                next = next();
            }
            if (next instanceof Heard.Silence) {
                gone.complete(null);
            }
            heard.put(next);
        } catch (InterruptedException _) {
            // Nobody answers any more.
            Thread.currentThread().interrupt();
        }
    }

    private Heard next() {
        try {
            return wire.read("request", RequestForm::read)
                    .<Heard>map(Heard.Asked::new)
                    .orElseGet(Heard.Silence::new);
        } catch (Malformed e) {
            return new Heard.Nonsense(e);
        } catch (IOException _) {
            return new Heard.Silence();
        }
    }

    /** Answers; whether more may come. */
    private boolean answered(Heard next) throws IOException {
        switch (next) {
            case Heard.Asked(var request) -> {
                return answered(request);
            }
            case Heard.Nonsense(var why) -> {
                String sentence = String.valueOf(why.getMessage());
                refuse(wire, new Reply.Refused("MALFORMED", sentence));
                return false;
            }
            case Heard.Silence _ -> {
                return false;
            }
        }
    }

    private boolean answered(RequestForm.Numbered asked) throws IOException {
        try {
            var unreadable = asked.unreadable();
            Reply.End end =
                    unreadable.isPresent()
                            ? unreadable.get()
                            : clerk.answer(asked.id(), asked.request(), asker(asked.id()));
            write(asked.id(), end);
            wire.flush();
            return true;
        } catch (Asker.Gone _) {
            return false;
        } catch (Deaf e) {
            throw e.why;
        }
    }

    private Asker asker(String id) {
        return new Asker(reply -> write(id, reply), gone, places);
    }

    static void refuse(Wire wire, Reply.Refused why) throws IOException {
        wire.write(json -> ReplyForm.write(json, "", why));
        wire.flush();
    }

    private void write(String id, Reply reply) {
        try {
            wire.write(json -> ReplyForm.write(json, id, reply));
        } catch (IOException e) {
            throw new Deaf(e);
        }
    }

    /** The other side does not hear what is said. */
    private static final class Deaf extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final IOException why;

        Deaf(IOException why) {
            super(why);
            this.why = why;
        }
    }
}
