package dev.reprise.history;

import dev.reprise.Check;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One deterministic turn of a run: what it is told, in order. A machine knows of time, chance and
 * the world only what is in here.
 *
 * @param now the time of this turn; it stands still until the next
 * @param seed where the random numbers of this turn begin
 * @param historySize how much the run has recorded so far, in whatever unit its host counts
 * @param replaying whether this turn has been carried out before
 * @param jobs the facts, in the order in which they happened
 */
public record Activation(
        Instant now, long seed, long historySize, boolean replaying, List<Job> jobs) {
    /** Copies the jobs; recalled facts come first and only on replay, an eviction comes alone. */
    public Activation {
        if (historySize < 0) {
            throw new IllegalArgumentException("historySize must not be negative: " + historySize);
        }
        jobs = Limits.copied("jobs", jobs, Limits.JOBS_MAX);
        checkPlaces(replaying, jobs);
    }

    private static void checkPlaces(boolean replaying, List<Job> jobs) {
        boolean others = false;
        for (Job job : jobs) {
            if (job instanceof Job.Recalled) {
                Check.argument(replaying, "%s is recalled, but this is no replay", job);
                Check.argument(!others, "%s is recalled, and must come before other jobs", job);
            } else {
                others = true;
                if (job instanceof Job.Evict) {
                    int more = jobs.size() - 1;
                    Check.argument(more == 0, "an eviction comes alone, not with %d jobs", more);
                }
            }
        }
    }

    /** Whether it holds queries and nothing else: such an activation advances nothing. */
    public boolean isQueryOnly() {
        for (int i = 0; i < jobs.size(); i++) {
            if (!(jobs.get(i) instanceof Job.Query)) {
                return false;
            }
        }
        return !jobs.isEmpty();
    }

    /** Whether it says that the machine is about to be thrown away: it runs no code. */
    public boolean isEvictOnly() {
        return jobs.size() == 1 && jobs.getFirst() instanceof Job.Evict;
    }

    /**
     * What is kept of this activation when {@code decided} came of it: without queries, without
     * updates that were rejected, without what was recalled.
     */
    public Activation durable(Completion.Decided decided) {
        if (isDurable(decided)) {
            return replaying ? new Activation(now, seed, historySize, false, jobs) : this;
        }
        var kept = jobs.stream().filter(job -> isDurable(job, decided)).toList();
        return new Activation(now, seed, historySize, false, kept);
    }

    /** Whether every job is kept when {@code decided} came of them. */
    boolean isDurable(Completion.Decided decided) {
        for (Job job : jobs) {
            if (!isDurable(job, decided)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDurable(Job job, Completion.Decided decided) {
        return switch (job) {
            case Job.Query _, Job.Evict _, Job.Recalled _ -> false;
            case Job.Update update -> !isRejected(update, decided.answers());
            case Job.Start _, Job.Signal _, Job.Cancel _, Job.Seed _, Job.Resolution _ -> true;
        };
    }

    private static boolean isRejected(Job.Update update, List<Answer> answers) {
        for (Answer answer : answers) {
            if (answer instanceof Answer.UpdateRejected(var id, _) && id.equals(update.id())) {
                return true;
            }
        }
        return false;
    }

    /**
     * This activation as replay gives it to a machine: what is durable of it, updates no longer
     * validated, and before it what the run decided itself when {@code recorded} came of it.
     *
     * @param options whether the options of commands are recalled too
     */
    public Activation recalling(Completion.Decided recorded, boolean options) {
        List<Job> kept = durable(recorded).jobs;
        List<Job> recalled = recalled(recorded, options);
        boolean same = recalled.isEmpty();
        for (int i = 0; i < kept.size() && same; i++) {
            same = !(kept.get(i) instanceof Job.Update);
        }
        if (same) {
            return new Activation(now, seed, historySize, true, kept);
        }
        var all = new ArrayList<Job>(recalled);
        for (Job job : kept) {
            all.add(
                    job instanceof Job.Update(var id, var name, var input, _)
                            ? new Job.Update(id, name, input, false)
                            : job);
        }
        return new Activation(now, seed, historySize, true, all);
    }

    /** Whether replay gives it to a machine as it is, if nothing is recalled. */
    boolean isReplayedAsIs() {
        for (int i = 0; i < jobs.size(); i++) {
            if (jobs.get(i) instanceof Job.Start || jobs.get(i) instanceof Job.Update) {
                return false;
            }
        }
        return replaying;
    }

    private static List<Job> recalled(Completion.Decided recorded, boolean options) {
        List<Job> recalled = List.of();
        List<Command> commands = recorded.commands();
        for (int i = 0; i < commands.size(); i++) {
            switch (commands.get(i)) {
                case Command.MarkPatch patch ->
                        recalled = with(recalled, new Job.Patch(patch.id(), patch.deprecated()));
                case Command.RecordSideEffect effect ->
                        recalled = with(recalled, new Job.SideEffect(effect.seq(), effect.value()));
                default -> {}
            }
            if (options) {
                recalled = withOptions(recalled, commands.get(i));
            }
        }
        return !recorded.hasChoices()
                ? recalled
                : with(recalled, new Job.Choices(recorded.choices()));
    }

    private static List<Job> withOptions(List<Job> jobs, Command command) {
        return switch (command) {
            case Command.ScheduleActivity c -> with(jobs, new Job.Options(c.seq(), c.options()));
            case Command.ScheduleLocalActivity c ->
                    with(jobs, new Job.Options(c.seq(), c.options()));
            case Command.StartChild c -> with(jobs, new Job.Options(c.seq(), c.options()));
            case Command.ContinueAsNew c -> with(jobs, new Job.Options(c.seq(), c.options()));
            default -> jobs;
        };
    }

    private static List<Job> with(List<Job> jobs, Job job) {
        var list = jobs.isEmpty() ? new ArrayList<Job>() : jobs;
        list.add(job);
        return list;
    }
}
