package dev.reprise.pattern;

import dev.reprise.Check;
import dev.reprise.Text;

/** How many instances there are, and what each of them is for. */
public sealed interface Instances {
    /** The largest number of instances of one term at one time. */
    int COUNT_MAX = 1_000_000;

    /** So many; each is for its number. */
    record Fixed(int count) implements Instances {
        /** Checks the number. */
        public Fixed {
            Check.argument(
                    count >= 0 && count <= COUNT_MAX,
                    "there are 0 to %d instances, not %d",
                    COUNT_MAX,
                    count);
        }
    }

    /** As many as a function of the context says; each is for its number. */
    record Counted(String function) implements Instances {
        /** Checks the name. */
        public Counted {
            Text.name("a count's name", function);
        }
    }

    /** One for each item of a list, which a function of the context gives. */
    record Items(String function) implements Instances {
        /** Checks the name. */
        public Items {
            Text.name("a list's name", function);
        }
    }

    /**
     * These, and one more for each signal {@code add} until the signal {@code close}; the value of
     * the signal is what the instance is for.
     */
    record Growing(Instances first, String add, String close) implements Instances {
        /** Checks the names, and that only the outermost grows. */
        public Growing {
            Check.argument(!(first instanceof Growing), "what grows cannot begin as growing");
            Text.name("a signal's name", add);
            Text.name("a signal's name", close);
            Check.argument(!add.equals(close), "the signal \"%s\" cannot both add and close", add);
        }
    }

    /** These, and one more for each signal {@code add} until the signal {@code close}. */
    default Instances growing(String add, String close) {
        return new Growing(this, add, close);
    }

    /** These as they are written in the text of a pattern. */
    default String toText() {
        return Writing.instances(this);
    }
}
