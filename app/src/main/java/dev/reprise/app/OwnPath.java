package dev.reprise.app;

import java.io.File;
import java.lang.module.ResolvedModule;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Where the classes of this program are: to start it once more, or to compile against it. */
final class OwnPath {
    private OwnPath() {}

    /** From a jar: that, and what its manifest names. As a module: where all modules are. */
    static String text() {
        if (!Reprise.class.getModule().isNamed()) {
            return System.getProperty("java.class.path");
        }
        return ModuleLayer.boot().configuration().modules().stream()
                .map(ResolvedModule::reference)
                .flatMap(it -> it.location().stream())
                .filter(it -> it.getScheme().equals("file"))
                .map(it -> Path.of(it).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
