import org.jspecify.annotations.NullMarked;

/** The command line of Reprise. */
@NullMarked
module dev.reprise.app {
    requires static org.jspecify;
    // The annotations of @Explore, which javac wants to see: it is not there when this runs.
    requires static org.junit.jupiter.api;
    requires dev.reprise.core;
    requires dev.reprise.engine;
    requires dev.reprise.flow;
    requires dev.reprise.sim;
    requires info.picocli;
    requires java.compiler;
    requires java.logging;

    // By reflection: picocli reads the annotations of commands, flow those of workflows, the engine
    // calls activities, and Jackson makes records of what was stored.
    opens dev.reprise.app to
            info.picocli,
            dev.reprise.engine,
            dev.reprise.flow,
            tools.jackson.databind;
}
