package dev.reprise.flow;

/** Says what is wrong with a side effect that gave nothing, or that replay does not know. */
final class SideEffects {
    private SideEffects() {}

    static String threw(Unit unit, String type, Exception thrown) {
        return "Side effect "
                + type
                + " of unit "
                + unit.id
                + " in run "
                + unit.run.name()
                + " gave no value that can be recorded: "
                + thrown
                + ". What to do: catch it inside, and give a value that says so.";
    }

    static String notRecorded(Unit unit, long seq, String type) {
        return "Run "
                + unit.run.name()
                + " took a different path on replay: unit "
                + unit.id
                + " asked for side effect "
                + type
                + " as command "
                + seq
                + Lines.of(unit.strand.stack()).map(line -> ", at " + line).orElse("")
                + ", but none is recorded there.\nLikely cause: the code does something new at this"
                + " point.\nWhat to do: guard the change with Flow.patched, so that old runs keep"
                + " the old path.";
    }
}
