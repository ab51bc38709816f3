package dev.reprise.app;

import picocli.CommandLine.Mixin;

/** A command that talks to whoever has the runs of a folder. */
abstract class FolderCommand extends EngineCommand {
    @Mixin private DataFolder data = new DataFolder();

    final DataFolder data() {
        return data;
    }
}
