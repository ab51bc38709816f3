package dev.reprise.engine;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** The code of a run was carried out. */
@Name("dev.reprise.Activation")
@Label("Activation")
@Category({"Reprise", "Engine"})
@Threshold("1 ms")
@StackTrace(false)
final class ActivationEvent extends Event {
    @Label("Run")
    String run = "";

    @Label("Workflow")
    String type = "";

    @Label("Jobs")
    int jobs;

    @Label("Commands")
    int commands;

    @Label("Replayed")
    @Description("Turns that were replayed first, to bring the run back into memory")
    long replayed;
}
