package dev.reprise.sim;

import java.util.Objects;

/** Which build this is, for files that are read later by another. */
final class Build {
    /** The version of Reprise and of the Java that runs it. */
    static final String STAMP =
            "reprise "
                    + Objects.requireNonNullElse(
                            Build.class.getPackage().getImplementationVersion(), "(not packaged)")
                    + ", java "
                    + Runtime.version().feature();

    private Build() {}
}
