package dev.reprise.app;

import java.io.File;
import java.lang.module.ResolvedModule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Where the classes of this program are: to start it once more, or to compile against it. */
final class OwnPath {
    private OwnPath() {}

    /** What starts this program once more, in a process of its own; its arguments come behind. */
    static List<String> command(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(
                List.of(
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        text(),
                        Reprise.class.getName()));
        return command;
    }

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
