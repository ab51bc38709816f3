package dev.reprise.app;

import dev.reprise.filter.Selection;
import dev.reprise.form.Malformed;
import picocli.CommandLine.Mixin;

/** A command that talks to whoever has the runs of a folder. */
abstract class FolderCommand extends EngineCommand {
    /** A page of runs. */
    private static final int PAGE = 1_000;

    @Mixin private DataFolder data = new DataFolder();

    final DataFolder data() {
        return data;
    }

    /** What a filter accepts, a page at a time. */
    final Selection selection(String filter) {
        try {
            return Selection.parse(filter).limit(PAGE);
        } catch (Malformed e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }
}
