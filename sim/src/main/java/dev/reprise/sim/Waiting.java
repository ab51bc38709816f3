package dev.reprise.sim;

import dev.reprise.sim.task.Tasks;

/** Who waits for what, in words. */
record Waiting(Tasks tasks) {
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int task = 0; task < tasks.count(); task++) {
            if (tasks.state(task) != Tasks.State.COMPLETED) {
                text.append(text.isEmpty() ? "" : "; ")
                        .append("task ")
                        .append(tasks.id(task))
                        .append(" is ")
                        .append(tasks.state(task))
                        .append(" before ")
                        .append(TraceText.text(tasks.next(task)));
            }
        }
        return text.toString();
    }
}
