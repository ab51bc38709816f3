import org.jspecify.annotations.NullMarked;

/** The command line of Reprise. */
@NullMarked
module dev.reprise.app {
    requires static org.jspecify;
    requires dev.reprise.core;
    requires dev.reprise.flow;
    requires dev.reprise.sim;
    requires info.picocli;

    // picocli reads the annotations of the command classes by reflection, flow those of workflows.
    opens dev.reprise.app to
            info.picocli,
            dev.reprise.flow;
}
