package dev.reprise.flow.unit;

import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Tries whether inline strands work in this JVM: code that pauses once. */
final class InlineTrial implements Runnable {
    private @Nullable Strand strand;
    private int reached;

    private InlineTrial() {}

    /** What makes the threads of inline strands, when it does so and they work. */
    static Optional<MethodHandle> threads() {
        try {
            return InlineStrand.threads().filter(InlineTrial::works);
        } catch (Throwable e) {
            return Optional.empty();
        }
    }

    /** On a platform thread, whatever the caller's is. */
    private static boolean works(MethodHandle threads) {
        var result = new CompletableFuture<Boolean>();
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                result.complete(new InlineTrial().succeeds(threads));
                            } catch (Throwable e) {
                                result.complete(false);
                            }
                        });
        return result.join();
    }

    private boolean succeeds(MethodHandle threads) {
        Strand tried = new InlineStrand(threads, this);
        strand = tried;
        return tried.resume() == Strand.Stop.PAUSED
                && reached == 1
                && tried.stack().length > 0
                && tried.resume() == Strand.Stop.ENDED
                && reached == 2
                && tried.thrown().isEmpty();
    }

    @Override
    public void run() {
        Strand self = strand;
        if (self != null && self.isCurrent()) {
            reached = 1;
            self.pause();
            reached = 2;
        }
    }
}
