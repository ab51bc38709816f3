package dev.reprise.engine.run;

import dev.reprise.Check;
import dev.reprise.PayloadCodec;
import dev.reprise.Text;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.drive.Voice;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.QueueLimits;
import dev.reprise.policy.Rules;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;

/**
 * How runs are carried out.
 *
 * @param pausedMax how many paused runs stay in memory, whatever they take of it
 * @param pausedBytes more of them stay as long as all together take less than this, judged by their
 *     histories; the others are replayed when they go on
 * @param policies how activities are executed, by rules and defaults
 * @param functions the code that policies name
 * @param hooks what is called at each attempt of an activity
 * @param voice where it is said what became of attempts, at the level that their policies want
 * @param codec how values are written, where a workflow type says nothing
 * @param snapshotEvery after so many turns of a pattern's run its state is kept with the next
 * @param retention how long runs are kept that have ended
 * @param reserveBytes when the disk has less room no run is started; 0: as long as there is any
 * @param limits how long histories may become
 * @param carrier who carries out activities; empty when those they are handed to do. It may block
 *     and refuse: no run is held up by that
 * @param queues the limits of task queues, by name; what names another queue waits nowhere
 */
public record Settings(
        int pausedMax,
        long pausedBytes,
        Precedence policies,
        Functions functions,
        Hooks hooks,
        Voice voice,
        PayloadCodec codec,
        int snapshotEvery,
        Retention retention,
        long reserveBytes,
        HistoryLimits limits,
        Optional<Executor> carrier,
        SortedMap<String, QueueLimits> queues) {
    /** A quarter of the heap may be taken by paused runs. */
    private static final int HEAP_SHARE = 4;

    /** What we recommend: of activities, two retries after 1 s and 2 s. */
    public static final Settings DEFAULT =
            new Settings(
                    10_000,
                    Runtime.getRuntime().maxMemory() / HEAP_SHARE,
                    Precedence.NONE.defaults(Options.USUAL),
                    Functions.NONE,
                    Hooks.NONE,
                    Voice.LOG,
                    new JsonCodec(),
                    16,
                    Retention.FOREVER,
                    64L << 20,
                    HistoryLimits.DEFAULT,
                    Optional.empty(),
                    Collections.emptySortedMap());

    /** Checks the numbers, and copies the queues. */
    public Settings {
        Check.argument(pausedMax >= 0, "pausedMax must not be negative: %d", pausedMax);
        Check.argument(pausedBytes >= 0, "pausedBytes must not be negative: %d", pausedBytes);
        Check.argument(snapshotEvery >= 1, "snapshotEvery must be positive: %d", snapshotEvery);
        Check.argument(reserveBytes >= 0, "reserveBytes must not be negative: %d", reserveBytes);
        queues = Collections.unmodifiableSortedMap(new TreeMap<>(queues));
        queues.keySet().forEach(it -> Text.name("a task queue", it));
    }

    /** The same with room for just so many paused runs. */
    public Settings pausedMax(int value) {
        return paused(value, 0);
    }

    /** The same with more paused runs in memory as long as they take less than this. */
    public Settings pausedBytes(long value) {
        return paused(pausedMax, value);
    }

    private Settings paused(int number, long bytes) {
        return new Settings(
                number,
                bytes,
                policies,
                functions,
                hooks,
                voice,
                codec,
                snapshotEvery,
                retention,
                reserveBytes,
                limits,
                carrier,
                queues);
    }

    /** The same with other rules and defaults for activities. */
    public Settings policies(Precedence value) {
        return new Settings(
                pausedMax,
                pausedBytes,
                value,
                functions,
                hooks,
                voice,
                codec,
                snapshotEvery,
                retention,
                reserveBytes,
                limits,
                carrier,
                queues);
    }

    /** The same with these rules for activities, over the defaults that are there. */
    public Settings rules(Rules value) {
        return policies(policies.workflow(value));
    }

    /** The same with something more said by default, over what goes without saying. */
    public Settings defaults(Partial value) {
        return policies(policies.defaults(value.over(policies.defaults())));
    }

    /** The same with other code that policies name. */
    public Settings functions(Functions value) {
        return new Settings(
                pausedMax,
                pausedBytes,
                policies,
                value,
                hooks,
                voice,
                codec,
                snapshotEvery,
                retention,
                reserveBytes,
                limits,
                carrier,
                queues);
    }

    /** The same with other hooks. */
    public Settings hooks(Hooks value) {
        return new Settings(
                pausedMax,
                pausedBytes,
                policies,
                functions,
                value,
                voice,
                codec,
                snapshotEvery,
                retention,
                reserveBytes,
                limits,
                carrier,
                queues);
    }

    /** The same with another place for what is said about attempts. */
    public Settings voice(Voice value) {
        return new Settings(
                pausedMax,
                pausedBytes,
                policies,
                functions,
                hooks,
                value,
                codec,
                snapshotEvery,
                retention,
                reserveBytes,
                limits,
                carrier,
                queues);
    }

    /** The same with another codec. */
    public Settings codec(PayloadCodec value) {
        return new Settings(
                pausedMax,
                pausedBytes,
                policies,
                functions,
                hooks,
                voice,
                value,
                snapshotEvery,
                retention,
                reserveBytes,
                limits,
                carrier,
                queues);
    }

    /** The same with activities carried out by this executor. */
    public Settings carrier(Executor value) {
        return new Settings(
                pausedMax,
                pausedBytes,
                policies,
                functions,
                hooks,
                voice,
                codec,
                snapshotEvery,
                retention,
                reserveBytes,
                limits,
                Optional.of(value),
                queues);
    }

    /** The same with the state of patterns kept more or less often. */
    public Settings snapshotEvery(int value) {
        return new Settings(
                pausedMax,
                pausedBytes,
                policies,
                functions,
                hooks,
                voice,
                codec,
                value,
                retention,
                reserveBytes,
                limits,
                carrier,
                queues);
    }

    /** The same with runs that have ended kept for another time, or another number of them. */
    public Settings retention(Retention value) {
        return new Settings(
                pausedMax,
                pausedBytes,
                policies,
                functions,
                hooks,
                voice,
                codec,
                snapshotEvery,
                value,
                reserveBytes,
                limits,
                carrier,
                queues);
    }

    /** The same with more or less room kept for runs that were started. */
    public Settings reserveBytes(long value) {
        return new Settings(
                pausedMax,
                pausedBytes,
                policies,
                functions,
                hooks,
                voice,
                codec,
                snapshotEvery,
                retention,
                value,
                limits,
                carrier,
                queues);
    }

    /** The same with shorter or longer histories warned of, or ended. */
    public Settings limits(HistoryLimits value) {
        return new Settings(
                pausedMax,
                pausedBytes,
                policies,
                functions,
                hooks,
                voice,
                codec,
                snapshotEvery,
                retention,
                reserveBytes,
                value,
                carrier,
                queues);
    }

    /** The same with other limits of a task queue. */
    public Settings queue(String name, QueueLimits value) {
        var all = new TreeMap<>(queues);
        all.put(name, value);
        return new Settings(
                pausedMax,
                pausedBytes,
                policies,
                functions,
                hooks,
                voice,
                codec,
                snapshotEvery,
                retention,
                reserveBytes,
                limits,
                carrier,
                all);
    }
}
