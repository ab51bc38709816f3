package dev.reprise.app;

import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.soundness.Soundness;
import dev.reprise.vm.PatternType;

/**
 * How a gift is packed: three packers try, the first who is done wins, and the others are called
 * off. A <i>cancelling discriminator</i>, as a text.
 */
final class Packing {
    static final String NAME = "packing";

    private static final String TEXT =
            """
            seq {
              par join when has packer cancelling {
                effect Packers.anna from input into packer
                effect Packers.ben from input into packer
                effect Packers.cleo from input into packer
              }
              effect Packers.ribbon from packer into result
            }
            """;

    private Packing() {}

    /** What packers do: they say who they are. */
    interface Packers {
        String anna(String order);

        String ben(String order);

        String cleo(String order);

        /** Puts a ribbon around it, and says who packed it. */
        String ribbon(String packer);
    }

    static PatternType type() {
        return PatternType.of(NAME, Soundness.refusingUnsound(Pattern.parse(TEXT)), Registry.NONE);
    }
}
