package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.history.ChildOptions.IdReuse;
import dev.reprise.history.Job;
import dev.reprise.history.RunOptions;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.QueueLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What can be set, whatever group it is in. */
class SettingsTest {
    /** How a setting is given another value, and how it is asked for. */
    private record Option<T>(UnaryOperator<T> other, Function<T, ?> shown) {}

    private static final Hooks HOOKS = new Hooks() {};
    private static final Executor CARRIER = Runnable::run;

    private static final List<Option<Settings>> SETTINGS =
            List.of(
                    new Option<>(it -> it.pausedBytes(7), Settings::pausedBytes),
                    new Option<>(it -> it.snapshotEvery(3), Settings::snapshotEvery),
                    new Option<>(it -> it.policies(Precedence.NONE), Settings::policies),
                    new Option<>(
                            it -> it.functions(Functions.NONE.target("f", _ -> true)),
                            Settings::functions),
                    new Option<>(it -> it.hooks(HOOKS), Settings::hooks),
                    new Option<>(it -> it.voice((_, _) -> {}), Settings::voice),
                    new Option<>(it -> it.codec(new JsonCodec()), Settings::codec),
                    new Option<>(it -> it.carrier(CARRIER), Settings::carrier),
                    new Option<>(it -> it.queue("q", QueueLimits.NONE), Settings::queues),
                    new Option<>(
                            it -> it.retention(Retention.FOREVER.count(5)), Settings::retention),
                    new Option<>(it -> it.reserveBytes(1), Settings::reserveBytes),
                    new Option<>(
                            it -> it.limits(HistoryLimits.DEFAULT.endAt(100_000, 1L << 30)),
                            Settings::limits));

    private static final List<Option<Beginning>> TERMS =
            List.of(
                    new Option<>(it -> it.requestId("r"), Beginning::requestId),
                    new Option<>(it -> it.reuse(IdReuse.ALLOW_AFTER_END), Beginning::reuse),
                    new Option<>(
                            it -> it.whileRunning(Beginning.WhileRunning.REPLACE),
                            Beginning::whileRunning),
                    new Option<>(it -> it.delay(Duration.ofHours(1)), Beginning::delay),
                    new Option<>(Beginning::patiently, Beginning::patient),
                    new Option<>(
                            it -> it.options(RunOptions.UNSAID.taskQueue("q")), Beginning::options),
                    new Option<>(it -> it.also(List.of(new Job.Evict(""))), Beginning::also));

    @Test
    void a_setting_that_is_changed_leaves_all_others_as_they_were() {
        assertEachAlone(SETTINGS, Settings.DEFAULT);
        assertEachAlone(TERMS, Beginning.PLAIN);
    }

    private static <T> void assertEachAlone(List<Option<T>> options, T usual) {
        T all = usual;
        for (var one : options) {
            all = one.other().apply(all);
        }
        for (var one : options) {
            T changed = one.other().apply(usual);
            assertThat(one.shown().apply(changed)).isNotEqualTo(one.shown().apply(usual));
            var others = new ArrayList<>(options);
            others.remove(one);
            for (var other : others) {
                assertThat(other.shown().apply(changed)).isEqualTo(other.shown().apply(usual));
            }
        }
        for (var one : options) {
            assertThat(one.shown().apply(all)).isNotEqualTo(one.shown().apply(usual));
        }
    }

    @Test
    void room_for_so_many_paused_runs_means_just_so_many() {
        var few = Settings.DEFAULT.snapshotEvery(3).pausedMax(5);
        assertThat(few.pausedMax()).isEqualTo(5);
        assertThat(few.pausedBytes()).isZero();
        assertThat(few.snapshotEvery()).isEqualTo(3);
        assertThat(few.pausedBytes(9).pausedMax()).isEqualTo(5);
    }

    @Test
    void a_number_that_makes_no_sense_is_refused_by_its_name_and_shown() {
        var usual = Settings.DEFAULT;
        assertRefused(() -> usual.pausedMax(-1), "pausedMax must not be negative: -1");
        assertRefused(() -> usual.pausedBytes(-2), "pausedBytes must not be negative: -2");
        assertRefused(() -> usual.snapshotEvery(0), "snapshotEvery must be positive: 0");
        assertRefused(() -> usual.reserveBytes(-3), "reserveBytes must not be negative: -3");
        assertRefused(() -> usual.queue("a\nb", QueueLimits.NONE), "a task queue");
        assertRefused(() -> Beginning.PLAIN.requestId("a\nb"), "a request id");
    }

    @Test
    void queues_that_are_changed_later_are_not_changed_here() {
        SortedMap<String, QueueLimits> mine = new TreeMap<>();
        var settings = Settings.DEFAULT.capacity(new Settings.Capacity(Optional.empty(), mine));
        mine.put("q", QueueLimits.NONE);
        assertThat(settings.queues()).isEmpty();
    }

    private static void assertRefused(Runnable action, String message) {
        assertThatIllegalArgumentException().isThrownBy(action::run).withMessageContaining(message);
    }
}
