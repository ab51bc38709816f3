package dev.reprise.engine.run;

import dev.reprise.form.LogLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The room that is kept for the runs there are: when there is less, none is started. */
final class Reserve {
    /** How much room there is is asked once in so long. */
    private static final Duration GLANCE = Duration.ofSeconds(1);

    /** There is little room when it is less than so many times the reserve. */
    private static final int LITTLE = 4;

    private final House house;
    private volatile @Nullable Refusal scarce;
    private volatile Instant glanced = Instant.MIN;
    private volatile boolean warned;

    Reserve(House house) {
        this.house = house;
    }

    /** The next who asks is told how it is then. */
    void lookAgain() {
        glanced = Instant.MIN;
    }

    /** Why no run is started though there is some room left; null when there is enough. */
    @Nullable Refusal scarcity() {
        Instant now = house.steady().now();
        if (house.settings().reserveBytes() > 0 && now.isAfter(glanced)) {
            glanced = now.plus(GLANCE);
            glance(house.around().store().room().orElse(Long.MAX_VALUE));
        }
        return scarce;
    }

    private void glance(long room) {
        long reserve = house.settings().reserveBytes();
        boolean little = room / LITTLE < reserve;
        if (little && !warned) {
            house.onlooker()
                    .say(
                            Level.WARNING,
                            new LogLine("store-little-room")
                                    .with("left", room)
                                    .with("reserve", reserve)
                                    .saying(
                                            "The disk of the store has "
                                                    + room
                                                    + " bytes left. Below "
                                                    + reserve
                                                    + " no run is started. Make room, or delete"
                                                    + " runs."));
        }
        warned = little;
        scarce =
                room >= reserve
                        ? null
                        : new Refusal(
                                Refusal.Reason.NO_SPACE,
                                "The disk of the store has "
                                        + room
                                        + " bytes left, and "
                                        + reserve
                                        + " are kept for the runs there are, so none is started."
                                        + " Make room, or delete runs; then ask again.");
    }
}
