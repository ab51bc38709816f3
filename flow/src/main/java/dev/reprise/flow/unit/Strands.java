package dev.reprise.flow.unit;

import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ways to make strands that this JVM has. Both mean the same; they differ in what a resume
 * costs, and in the kind of thread that drives without a detour.
 */
public final class Strands {
    private static final Strands PORTABLE = new Strands(null);
    private static final Optional<Strands> INLINE = InlineStrand.threads().map(Strands::new);

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
     * track of threads ({@code -Djdk.trackAllThreads=false}). Otherwise it has to be unwound.
     */
    public static boolean areForgettable() {
        return "false".equals(System.getProperty("jdk.trackAllThreads"));
    }

    /** Whether the calling thread is of the kind that drives without a detour. */
    public boolean isAtHome() {
        return Thread.currentThread().isVirtual() != isInline();
    }

    /**
     * Carries out work that drives strands: here, or, when the calling thread is of the wrong kind,
     * on another thread while the caller waits.
     */
    public <T> T driving(Supplier<T> work) {
        if (isAtHome()) {
            return work.get();
        }
        var result = new CompletableFuture<T>();
        Runnable elsewhere =
                () -> {
                    try {
                        result.complete(work.get());
                    } catch (Throwable thrown) {
                        result.completeExceptionally(thrown);
                    }
                };
        (isInline() ? Thread.ofPlatform().daemon() : Thread.ofVirtual()).start(elsewhere);
        return result.join();
    }
}
