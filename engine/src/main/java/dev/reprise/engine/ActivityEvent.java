package dev.reprise.engine;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** An attempt of an activity came to its end. */
@Name("dev.reprise.Activity")
@Label("Activity")
@Category({"Reprise", "Engine"})
@Threshold("1 ms")
@StackTrace(false)
final class ActivityEvent extends Event {
    @Label("Run")
    String run = "";

    @Label("Activity")
    String name = "";

    @Label("Command")
    @Description("The number of the command by which the run asked for it")
    long command;

    @Label("Attempt")
    int attempt;

    @Label("Outcome")
    @Description("completed, failed, timed_out, cancelled; away: it comes from outside")
    String outcome = "";
}
