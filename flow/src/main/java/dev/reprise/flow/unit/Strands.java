package dev.reprise.flow.unit;

import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ways to make strands that this JVM has. Both mean the same; they differ in what a resume
 * costs, and in the kind of thread that drives without a detour.
 *
 * <p>Where they differ for the code: an inline strand that cannot leave its thread is told so when
 * it pauses, and one that blocks there holds its driver up until the watchdog finds it; a portable
 * strand pauses and blocks there as elsewhere, at the cost of a thread of the JDK. Portable code
 * that parks for less than some ten microseconds may go unseen, and when it was found blocking and
 * comes back, it runs on beside its driver until it pauses.
 */
public final class Strands {
    private static final Strands PORTABLE = new Strands(null);
    private static final Optional<Strands> INLINE = probed();
    private static final boolean FORGETTABLE =
            "false".equals(System.getProperty("jdk.trackAllThreads"));

    private static final class Detour {
        /** Its threads end when nobody has needed them for a minute. */
        private static final ExecutorService THREADS =
                Executors.newCachedThreadPool(
                        Thread.ofPlatform().daemon().name("reprise-detour-", 1).factory());
    }

    private final @Nullable MethodHandle threads;

    private Strands(@Nullable MethodHandle threads) {
        this.threads = threads;
    }

    /** The best way there is here. */
    public static Strands best() {
        return INLINE.orElse(PORTABLE);
    }

    /** A resume is a call on the driver's thread: only where {@code java.lang} is opened to us. */
    public static Optional<Strands> inline() {
        return INLINE;
    }

    /** The way that uses only what every JVM offers. */
    public static Strands portable() {
        return PORTABLE;
    }

    private static Optional<Strands> probed() {
        Optional<Strands> inline = InlineTrial.threads().map(Strands::new);
        if (inline.isEmpty()) {
            var module = Strands.class.getModule();
            System.getLogger("dev.reprise.flow")
                    .log(
                            Level.INFO,
                            "Units run on the JDK's own virtual threads, which costs some time per"
                                    + " step. To run them inline start the JVM with --add-opens"
                                    + " java.base/java.lang="
                                    + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
        }
        return inline;
    }

    /** A strand that will run {@code body}; it costs no thread until it is first resumed. */
    public Strand strand(Runnable body) {
        return threads == null ? new PortableStrand(body) : new InlineStrand(threads, body);
    }

    /** Whether a resume is a call on the driver's thread. */
    public boolean isInline() {
        return threads != null;
    }

    /**
     * Whether a paused strand can be forgotten as it is, because this JVM was told not to keep
     * track of threads ({@code -Djdk.trackAllThreads=false}, or the same set before the first
     * virtual thread and the first strand). Otherwise it has to be unwound.
     */
    public static boolean areForgettable() {
        return FORGETTABLE;
    }

    /** How many strands of this JVM did not end when they were unwound; each has cost a thread. */
    public static long lost() {
        return Strand.lost();
    }

    /** The calling thread, for people. */
    public static String caller() {
        return Thread.currentThread().toString();
    }

    /** Whether the calling thread is of the kind that drives without a detour. */
    public boolean isAtHome() {
        return Thread.currentThread().isVirtual() != isInline();
    }

    /**
     * Carries out work that drives strands: here, or, when the calling thread is of the wrong kind,
     * on another thread while the caller waits.
     *
     * @throws Stuck when that other thread was given up; one's own thread cannot be
     */
    public <T extends @Nullable Object> T driving(Supplier<T> work) {
        return driving(work, Watchdog.common());
    }

    <T extends @Nullable Object> T driving(Supplier<T> work, Watchdog watchdog) {
        if (isAtHome()) {
            return work.get();
        }
        var result = new CompletableFuture<T>();
        Runnable elsewhere =
                () -> {
                    Seat seat = watchdog.seat(result::completeExceptionally);
                    seat.take();
                    try {
                        T value = work.get();
                        if (!seat.isLost()) { // else the watchdog says so
                            result.complete(value);
                        }
                    } catch (Throwable thrown) {
                        if (!seat.isLost()) {
                            result.completeExceptionally(thrown);
                        }
                    } finally {
                        Seat.leaveMine();
                    }
                };
        if (isInline()) {
            Detour.THREADS.execute(elsewhere);
        } else {
            Thread.ofVirtual().start(elsewhere);
        }
        try {
            return result.join();
        } catch (CompletionException e) {
            throw thrown(e);
        }
    }

    private static RuntimeException thrown(CompletionException e) {
        return switch (e.getCause()) {
            case Error error -> throw error;
            case RuntimeException exception -> exception;
            case null, default -> e;
        };
    }
}
