package dev.reprise.app;

import picocli.CommandLine.Option;

/** By what something that is done is known when it is asked for again. */
final class RequestId {
    @Option(
            names = "--request-id",
            paramLabel = "ID",
            description = "To ask again what may have been done: with the same id it is done once.")
    private String given = "";

    private final String fresh = EngineCommand.freshId();

    /** What was given, else one that nobody has used. */
    String value() {
        return given.isEmpty() ? fresh : given;
    }

    /** What was given, or empty. */
    String given() {
        return given;
    }
}
