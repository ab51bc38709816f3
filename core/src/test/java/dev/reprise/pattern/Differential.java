package dev.reprise.pattern;

import dev.reprise.choice.Scheduler;
import dev.reprise.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The reference against program and VM: the same pattern, the same world, the same choices. Where
 * they differ, the pattern is made smaller as long as they still do.
 */
final class Differential {
    private static final int SHRINKS_MAX = 2000;

    /** What was drawn. */
    record Case(Pattern pattern, long world, long choices, boolean restores) {
        static Case of(long seed) {
            return new Case(
                    RunnablePattern.of(seed, 25), seed * 31 + 7, seed * 17 + 3, seed % 4 == 0);
        }
    }

    private final UnaryOperator<Pattern> mistaken;

    private Differential(UnaryOperator<Pattern> mistaken) {
        this.mistaken = mistaken;
    }

    /** How the two differ, for the smallest pattern that was found, or nothing. */
    static Optional<String> difference(Case drawn) {
        return new Differential(it -> it).found(drawn);
    }

    /** The same, when the VM is given another pattern: for testing this. */
    static Optional<String> differenceBetween(Case drawn, UnaryOperator<Pattern> mistaken) {
        return new Differential(mistaken).found(drawn);
    }

    private Optional<String> found(Case drawn) {
        return differs(drawn).map(_ -> shown(smallest(drawn)));
    }

    private String shown(Case small) {
        return "world "
                + small.world()
                + ", choices "
                + small.choices()
                + "\n"
                + small.pattern().toText()
                + differs(small).orElse("");
    }

    private Optional<String> differs(Case drawn) {
        var linked = RunnablePattern.CODE.link(drawn.pattern());
        var reference = new Reference(linked, Context.EMPTY, Scheduler.random(drawn.choices()));
        var expected = new RandomRun(reference, drawn.world()).go();
        Interpreter actual;
        try {
            var program = Program.of(mistaken(drawn.pattern())).link(RunnablePattern.CODE);
            actual =
                    new VmInterpreter(
                            program,
                            Context.EMPTY,
                            Scheduler.random(drawn.choices()),
                            drawn.restores());
        } catch (RuntimeException | Error e) {
            return Optional.of("the VM: " + trouble(e));
        }
        try {
            new RandomRun(actual, drawn.world()).go();
        } catch (RuntimeException | Error e) {
            return Optional.of(
                    "the reference: "
                            + expected.trace()
                            + "\nthe VM: "
                            + actual.trace()
                            + trouble(e));
        }
        var wanted = Interpreter.sorted(expected.trace());
        var got = Interpreter.sorted(actual.trace());
        boolean same =
                wanted.equals(got)
                        && expected.result().equals(actual.result())
                        && expected.asking().equals(actual.asking())
                        && expected.ended().equals(actual.ended());
        return same
                ? Optional.empty()
                : Optional.of(
                        "the reference: "
                                + wanted
                                + " "
                                + expected.result()
                                + expected.asking()
                                + "\nthe VM:        "
                                + got
                                + " "
                                + actual.result()
                                + actual.asking());
    }

    private Pattern mistaken(Pattern pattern) {
        var parts = pattern.parts().stream().map(this::mistaken).toList();
        return mistaken.apply(Pattern.of(pattern.term(), parts));
    }

    private static String trouble(Throwable e) {
        var text = new java.io.StringWriter();
        e.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }

    /** Takes parts away, or puts a part in the place of its whole, while the two still differ. */
    private Case smallest(Case drawn) {
        var best = drawn;
        int tries = 0;
        boolean smaller = true;
        while (smaller && tries < SHRINKS_MAX) {
            smaller = false;
            for (var candidate : smaller(best.pattern())) {
                if (tries++ >= SHRINKS_MAX) {
                    break;
                }
                var next = new Case(candidate, best.world(), best.choices(), best.restores());
                if (isLinked(candidate) && differsAtAll(next)) {
                    best = next;
                    smaller = true;
                    break;
                }
            }
        }
        return best;
    }

    private boolean differsAtAll(Case candidate) {
        try {
            return differs(candidate).isPresent();
        } catch (IllegalStateException | AssertionError e) {
            return false;
        }
    }

    private static boolean isLinked(Pattern pattern) {
        try {
            RunnablePattern.CODE.link(pattern);
            return true;
        } catch (Unlinkable e) {
            return false;
        }
    }

    /** All patterns that are this one with a term less, or with a part in place of a term. */
    private static List<Pattern> smaller(Pattern pattern) {
        var found = new ArrayList<Pattern>(pattern.parts());
        if (!(pattern.term() instanceof Term.Seq)) {
            found.add(Patterns.skip());
        }
        for (int i = 0; i < pattern.parts().size(); i++) {
            var fewer = new ArrayList<>(pattern.parts());
            fewer.remove(i);
            rebuilt(pattern.term(), fewer).ifPresent(found::add);
            for (var part : smaller(pattern.part(i))) {
                var other = new ArrayList<>(pattern.parts());
                other.set(i, part);
                rebuilt(pattern.term(), other).ifPresent(found::add);
            }
        }
        return found;
    }

    private static Optional<Pattern> rebuilt(Term term, List<Pattern> parts) {
        try {
            return Optional.of(Pattern.of(term, parts));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
