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
 * How runs are carried out. What can be set is in a few groups, each of which checks itself; here
 * each setting is asked for and changed by its own name, whatever group it is in.
 *
 * @param pausing what is kept of paused runs
 * @param conduct what decides about attempts of activities, and who hears of them
 * @param capacity who carries out activities, and how many at once
 * @param codec how values are written, where a workflow type says nothing
 * @param upkeep how the store is kept small
 * @param limits how long histories may become
 */
public record Settings(
        Pausing pausing,
        Conduct conduct,
        Capacity capacity,
        PayloadCodec codec,
        Upkeep upkeep,
        HistoryLimits limits) {
    /** What we recommend: of activities, two retries after 1 s and 2 s. */
    public static final Settings DEFAULT =
            new Settings(
                    Pausing.DEFAULT,
                    Conduct.DEFAULT,
                    Capacity.DEFAULT,
                    new JsonCodec(),
                    Upkeep.DEFAULT,
                    HistoryLimits.DEFAULT);

    /**
     * What is kept of a run that pauses, so that not all of it is replayed when it goes on.
     *
     * @param pausedMax how many paused runs stay in memory, whatever they take of it
     * @param pausedBytes more of them stay as long as all together take less than this, judged by
     *     their histories; the others are replayed when they go on
     * @param snapshotEvery after so many turns of a pattern's run its state is kept with the next
     */
    public record Pausing(int pausedMax, long pausedBytes, int snapshotEvery) {
        /** A quarter of the heap may be taken by paused runs. */
        private static final int HEAP_SHARE = 4;

        static final Pausing DEFAULT =
                new Pausing(10_000, Runtime.getRuntime().maxMemory() / HEAP_SHARE, 16);

        /** Checks the numbers. */
        public Pausing {
            Check.argument(pausedMax >= 0, "pausedMax must not be negative: %d", pausedMax);
            Check.argument(pausedBytes >= 0, "pausedBytes must not be negative: %d", pausedBytes);
            Check.argument(snapshotEvery >= 1, "snapshotEvery must be positive: %d", snapshotEvery);
        }
    }

    /**
     * What decides about attempts of activities, and who hears of them.
     *
     * @param policies how activities are executed, by rules and defaults
     * @param functions the code that policies name
     * @param hooks what is called at each attempt of an activity
     * @param voice where it is said what became of attempts, at the level that their policies want
     */
    public record Conduct(Precedence policies, Functions functions, Hooks hooks, Voice voice) {
        static final Conduct DEFAULT =
                new Conduct(
                        Precedence.NONE.defaults(Options.USUAL),
                        Functions.NONE,
                        Hooks.NONE,
                        Voice.LOG);

        Conduct policies(Precedence value) {
            return new Conduct(value, functions, hooks, voice);
        }

        Conduct functions(Functions value) {
            return new Conduct(policies, value, hooks, voice);
        }

        Conduct hooks(Hooks value) {
            return new Conduct(policies, functions, value, voice);
        }

        Conduct voice(Voice value) {
            return new Conduct(policies, functions, hooks, value);
        }
    }

    /**
     * Who carries out activities, and how many at once.
     *
     * @param carrier who carries them out; empty when those they are handed to do. It may block and
     *     refuse: no run is held up by that
     * @param queues the limits of task queues, by name; what names another queue waits nowhere
     */
    public record Capacity(Optional<Executor> carrier, SortedMap<String, QueueLimits> queues) {
        static final Capacity DEFAULT =
                new Capacity(Optional.empty(), Collections.emptySortedMap());

        /** Checks the names of the queues, and copies them. */
        public Capacity {
            queues = Collections.unmodifiableSortedMap(new TreeMap<>(queues));
            queues.keySet().forEach(it -> Text.name("a task queue", it));
        }

        Capacity queue(String name, QueueLimits value) {
            var all = new TreeMap<>(queues);
            all.put(name, value);
            return new Capacity(carrier, all);
        }
    }

    /**
     * How the store is kept small, and its disk from being full.
     *
     * @param retention how long runs are kept that have ended
     * @param reserveBytes when the disk has less room no run is started; 0: as long as there is any
     */
    public record Upkeep(Retention retention, long reserveBytes) {
        static final Upkeep DEFAULT = new Upkeep(Retention.FOREVER, 64L << 20);

        /** Checks the number. */
        public Upkeep {
            Check.argument(
                    reserveBytes >= 0, "reserveBytes must not be negative: %d", reserveBytes);
        }
    }

    // ---- Groups, changed as a whole ----

    /** The same with other things kept of paused runs. */
    public Settings pausing(Pausing value) {
        return new Settings(value, conduct, capacity, codec, upkeep, limits);
    }

    /** The same with other decisions about attempts, and other hearers. */
    public Settings conduct(Conduct value) {
        return new Settings(pausing, value, capacity, codec, upkeep, limits);
    }

    /** The same with activities carried out by others, or more or fewer at once. */
    public Settings capacity(Capacity value) {
        return new Settings(pausing, conduct, value, codec, upkeep, limits);
    }

    /** The same with another codec. */
    public Settings codec(PayloadCodec value) {
        return new Settings(pausing, conduct, capacity, value, upkeep, limits);
    }

    /** The same with the store kept small in another way. */
    public Settings upkeep(Upkeep value) {
        return new Settings(pausing, conduct, capacity, codec, value, limits);
    }

    /** The same with shorter or longer histories warned of, or ended. */
    public Settings limits(HistoryLimits value) {
        return new Settings(pausing, conduct, capacity, codec, upkeep, value);
    }

    // ---- Pausing ----

    /** How many paused runs stay in memory, whatever they take of it. */
    public int pausedMax() {
        return pausing.pausedMax();
    }

    /** The same with room for just so many paused runs. */
    public Settings pausedMax(int value) {
        return pausing(new Pausing(value, 0, snapshotEvery()));
    }

    /** More paused runs stay as long as all together take less than this. */
    public long pausedBytes() {
        return pausing.pausedBytes();
    }

    /** The same with more paused runs in memory as long as they take less than this. */
    public Settings pausedBytes(long value) {
        return pausing(new Pausing(pausedMax(), value, snapshotEvery()));
    }

    /** After so many turns of a pattern's run its state is kept with the next. */
    public int snapshotEvery() {
        return pausing.snapshotEvery();
    }

    /** The same with the state of patterns kept more or less often. */
    public Settings snapshotEvery(int value) {
        return pausing(new Pausing(pausedMax(), pausedBytes(), value));
    }

    // ---- Conduct ----

    /** How activities are executed, by rules and defaults. */
    public Precedence policies() {
        return conduct.policies();
    }

    /** The same with other rules and defaults for activities. */
    public Settings policies(Precedence value) {
        return conduct(conduct.policies(value));
    }

    /** The same with these rules for activities, over the defaults that are there. */
    public Settings rules(Rules value) {
        return policies(policies().workflow(value));
    }

    /** The same with something more said by default, over what goes without saying. */
    public Settings defaults(Partial value) {
        return policies(policies().defaults(value.over(policies().defaults())));
    }

    /** The code that policies name. */
    public Functions functions() {
        return conduct.functions();
    }

    /** The same with other code that policies name. */
    public Settings functions(Functions value) {
        return conduct(conduct.functions(value));
    }

    /** What is called at each attempt of an activity. */
    public Hooks hooks() {
        return conduct.hooks();
    }

    /** The same with other hooks. */
    public Settings hooks(Hooks value) {
        return conduct(conduct.hooks(value));
    }

    /** Where it is said what became of attempts. */
    public Voice voice() {
        return conduct.voice();
    }

    /** The same with another place for what is said about attempts. */
    public Settings voice(Voice value) {
        return conduct(conduct.voice(value));
    }

    // ---- Capacity ----

    /** Who carries out activities; empty when those they are handed to do. */
    public Optional<Executor> carrier() {
        return capacity.carrier();
    }

    /** The same with activities carried out by this executor. */
    public Settings carrier(Executor value) {
        return capacity(new Capacity(Optional.of(value), queues()));
    }

    /** The limits of task queues, by name. */
    public SortedMap<String, QueueLimits> queues() {
        return capacity.queues();
    }

    /** The same with other limits of a task queue. */
    public Settings queue(String name, QueueLimits value) {
        return capacity(capacity.queue(name, value));
    }

    // ---- Upkeep ----

    /** How long runs are kept that have ended. */
    public Retention retention() {
        return upkeep.retention();
    }

    /** The same with runs that have ended kept for another time, or another number of them. */
    public Settings retention(Retention value) {
        return upkeep(new Upkeep(value, reserveBytes()));
    }

    /** When the disk has less room no run is started. */
    public long reserveBytes() {
        return upkeep.reserveBytes();
    }

    /** The same with more or less room kept for runs that were started. */
    public Settings reserveBytes(long value) {
        return upkeep(new Upkeep(retention(), value));
    }
}
