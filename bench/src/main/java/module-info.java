import org.jspecify.annotations.NullMarked;

/** The benchmarks of Reprise. They run from the class path, where JMH is at home. */
@NullMarked
module dev.reprise.bench {
    requires static org.jspecify;
    requires dev.failsafe.core;
    requires dev.reprise.core;
    requires dev.reprise.engine;
    requires dev.reprise.flow;
    requires dev.reprise.sim;
    requires info.picocli;
    requires jdk.management;
    requires jmh.core;
    requires tools.jackson.core;

    // picocli reads the annotations of the command class by reflection, flow makes workflows by it.
    opens dev.reprise.bench to
            info.picocli,
            dev.reprise.engine,
            dev.reprise.flow;
}
