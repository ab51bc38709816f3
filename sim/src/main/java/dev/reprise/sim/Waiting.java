package dev.reprise.sim;

import dev.reprise.sim.task.Case;
import dev.reprise.sim.task.Tasks;

/** Who waits for what, in words. */
record Waiting(Case plan, Tasks tasks) {
    @Override
    public String toString() {
        var words = new SummaryWords(plan, tasks);
        var text = new StringBuilder();
        for (int task = 0; task < tasks.count(); task++) {
            if (tasks.state(task) != Tasks.State.COMPLETED) {
                text.append(text.isEmpty() ? "" : "; ")
                        .append(words.task(task))
                        .append(' ')
                        .append(words.state(task));
            }
        }
        return text.toString();
    }
}
