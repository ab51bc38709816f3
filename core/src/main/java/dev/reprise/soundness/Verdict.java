package dev.reprise.soundness;

import java.util.List;

/** What was found out about a pattern. */
public sealed interface Verdict {
    /** How many states were seen. */
    int states();

    /** What was found out, as a person is told it; several lines, the last one unended. */
    String sentence();

    /**
     * Nothing is wrong.
     *
     * @param steps how many things were tried
     * @param bounded whether something was cut at k: then it is sound as far as that
     * @param k the bound on instances and calls
     */
    record Sound(int states, long steps, boolean bounded, int k) implements Verdict {
        @Override
        public String sentence() {
            var seen = states + " states, " + steps + " steps";
            return bounded
                    ? "Sound as far as k = " + k + " instances or calls: " + seen + "."
                    : "Sound: " + seen + ".";
        }

        @Override
        public String toString() {
            return sentence();
        }
    }

    /**
     * Something is wrong.
     *
     * @param trace what happens before; nothing where that says nothing
     * @param shortest whether it is known that there is no shorter trace
     */
    record Unsound(Flaw flaw, List<Step> trace, boolean shortest, int states) implements Verdict {
        /** Copies the list. */
        public Unsound {
            trace = List.copyOf(trace);
        }

        @Override
        public String sentence() {
            var text = new StringBuilder("Unsound: ").append(flaw.name()).append(". ");
            text.append(flaw.sentence()).append('\n');
            if (!trace.isEmpty()) {
                text.append(shortest ? "Shortest trace:\n" : "Trace, perhaps not the shortest:\n");
                lines(text);
            }
            return text.append(flaw.advice()).toString();
        }

        /** One line for each step; those that are the same one after the other are counted. */
        private void lines(StringBuilder text) {
            for (int i = 0; i < trace.size(); ) {
                var line = trace.get(i).toString();
                int same = i + 1;
                while (same < trace.size() && trace.get(same).toString().equals(line)) {
                    same++;
                }
                text.append(trace.get(i).isChoice() ? "    " : "  ").append(line);
                text.append(same - i > 1 ? ", " + (same - i) + " times\n" : "\n");
                i = same;
            }
        }

        @Override
        public String toString() {
            return sentence();
        }
    }

    /** It was too much to look at. */
    record Undecided(int states) implements Verdict {
        @Override
        public String sentence() {
            return "Not decided within "
                    + states
                    + " states. Allow more, a smaller k, or check the parts by themselves.";
        }

        @Override
        public String toString() {
            return sentence();
        }
    }
}
