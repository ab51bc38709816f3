package dev.reprise.app;

import dev.reprise.engine.control.ControlSocket;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A desk in another process, which may have stopped answering: then who asks is told so, and what
 * only reads is given up. An engine that takes long for one answer is not taken for one that hangs:
 * it is asked something small meanwhile.
 */
final class PatientDesk implements Desk {
    /**
     * How long nothing has to be heard.
     *
     * @param asked until it is asked something small
     * @param told until somebody is told
     * @param ended until it is given up
     */
    record Times(Duration asked, Duration told, Duration ended) {
        /** On a command line. */
        static final Times USUAL =
                new Times(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(60));
    }

    private static final Duration LOOK = Duration.ofMillis(20);

    private final Desk desk;
    private final Path folder;
    private final PrintWriter err;
    private final Times times;

    PatientDesk(Desk desk, Path folder, PrintWriter err, Times times) {
        this.desk = desk;
        this.folder = folder;
        this.err = err;
        this.times = times;
    }

    @Override
    public void ask(String id, Request request, Consumer<Reply> each) {
        var watch = new Watch(onlyReads(request));
        try (watch) {
            desk.ask(
                    id,
                    request,
                    reply -> {
                        watch.heard();
                        each.accept(reply);
                    });
        } catch (Declined e) {
            throw watch.gaveUp ? new Declined("NO_ANSWER", noAnswer(times.ended)) : e;
        }
    }

    private static boolean onlyReads(Request request) {
        return switch (request) {
            case Request.Reading _, Request.Query _, Request.Await _ -> true;
            case Request.Doing _, Request.Keeping _ -> false;
        };
    }

    private String noAnswer(Duration since) {
        return holder()
                + ", and has not answered for "
                + since.toSeconds()
                + " seconds. Look what that process does: it may be stopped, or stand still.";
    }

    /** Who has the folder, as the file says that its holder writes. */
    private String holder() {
        String holder = "another process";
        try {
            holder = Files.readString(folder.resolve("lock")).strip();
        } catch (IOException _) {
            // Nobody has written down who it is.
        }
        return "The store in " + folder + " is in use by " + holder;
    }

    @Override
    public void close() {
        desk.close();
    }

    /** Waits with who asks. */
    private final class Watch implements AutoCloseable {
        private final boolean reads;
        private final CountDownLatch over = new CountDownLatch(1);
        private final Thread thread;
        private volatile long last = System.nanoTime();
        private volatile boolean gaveUp;
        private volatile @Nullable Desk other;
        private volatile boolean told;

        Watch(boolean reads) {
            this.reads = reads;
            thread = Thread.ofVirtual().name("reprise-patience").start(this::watch);
        }

        void heard() {
            last = System.nanoTime();
        }

        private void watch() {
            try {
                while (!over.await(LOOK.toMillis(), TimeUnit.MILLISECONDS) && !gaveUp) {
                    look(Duration.ofNanos(System.nanoTime() - last));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void look(Duration silent) {
            if (silent.compareTo(times.asked) >= 0 && other == null) {
                ControlSocket.connect(folder).ifPresent(this::knock);
            }
            if (silent.compareTo(times.told) >= 0 && !told) {
                told = true;
                String then =
                        reads
                                ? " This goes on waiting, for "
                                        + times.ended.toSeconds()
                                        + " seconds in all."
                                : " This goes on waiting; what was asked for may still happen when"
                                        + " Ctrl-C ends it.";
                err.println(VisibleWriter.shown(noAnswer(times.told) + then));
                err.flush();
            }
            if (silent.compareTo(times.ended) >= 0 && reads) {
                gaveUp = true;
                desk.close();
            }
        }

        /** Asks something small; whatever is answered, somebody is there. */
        private void knock(Desk desk) {
            other = desk;
            Thread.ofVirtual()
                    .name("reprise-patience")
                    .start(
                            () -> {
                                try (desk) {
                                    desk.ask("", new Request.ReadKept("reprise"), _ -> {});
                                    answered();
                                } catch (Declined e) {
                                    if (!e.reason().equals("LOST")) {
                                        answered();
                                    }
                                }
                            });
        }

        private void answered() {
            heard();
            told = false;
            other = null;
        }

        @Override
        public void close() {
            over.countDown();
            Desk knocked = other;
            if (knocked != null) {
                knocked.close();
            }
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
