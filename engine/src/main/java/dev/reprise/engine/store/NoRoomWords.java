package dev.reprise.engine.store;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What this system says when a device is full, or a user or a file may have no more, in the
 * language of this process. RocksDB knows an error of its own only for a device without room, and
 * the JDK none; of all others they tell what the C library says, and a JVM takes the language of
 * whoever has started it over to the C library. So that is asked for the same words. Where it must
 * not be, they are taken to be English.
 */
final class NoRoomWords {
    private static final List<String> ENGLISH =
            List.of("Disk quota exceeded", "File too large", "No space left on device");

    /** A file is larger than it may be, on every system with these errors. */
    static final int EFBIG = 27;

    private static final int ENOSPC = 28;
    private static final int EDQUOT_LINUX = 122;
    private static final int EDQUOT_BSD = 69;
    private static final int CHARS_MAX = 1_000;

    private NoRoomWords() {}

    /** Asked for only when something has failed, and once. */
    private static final class Known {
        static final List<String> WORDS = all(System.getProperty("os.name", ""));
    }

    /** Whether they are in what has been said. */
    static boolean areIn(String said) {
        return areIn(said, Known.WORDS);
    }

    /** Whether something failed for want of room. */
    static boolean areIn(IOException thrown) {
        return areIn(String.valueOf(thrown.getMessage()));
    }

    static boolean areIn(String said, List<String> words) {
        return words.stream().anyMatch(said::contains);
    }

    static List<String> all(String system) {
        List<String> all = new ArrayList<>(ENGLISH);
        for (int error : errors(system.toLowerCase(Locale.ROOT))) {
            words(error).filter(it -> !all.contains(it)).ifPresent(all::add);
        }
        return List.copyOf(all);
    }

    private static List<Integer> errors(String system) {
        if (system.contains("win")) {
            return system.contains("darwin") ? List.of(EFBIG, ENOSPC, EDQUOT_BSD) : List.of();
        }
        return List.of(EFBIG, ENOSPC, system.contains("linux") ? EDQUOT_LINUX : EDQUOT_BSD);
    }

    /** What the C library says of an error; empty when this code must not ask it. */
    @SuppressWarnings("restricted") // that is looked at first
    static Optional<String> words(int error) {
        if (!NoRoomWords.class.getModule().isNativeAccessEnabled()) {
            return Optional.empty();
        }
        try {
            Linker linker = Linker.nativeLinker();
            MethodHandle strerror =
                    linker.downcallHandle(
                            linker.defaultLookup().findOrThrow("strerror"),
                            FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
            var text = (MemorySegment) strerror.invokeExact(error);
            return Optional.of(text.reinterpret(CHARS_MAX).getString(0))
                    .filter(it -> !it.isBlank());
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            // Without the words of this system those in English are known.
            return Optional.empty();
        }
    }
}
