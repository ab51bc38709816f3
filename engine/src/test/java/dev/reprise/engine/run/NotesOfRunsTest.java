package dev.reprise.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Field;
import dev.reprise.policy.Partial;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the notes of a policy say reaches those who watch. */
@Timeout(60)
final class NotesOfRunsTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Partial NOTED =
            Partial.NONE
                    .with(Field.MAX_RETRIES, 1)
                    .with(Field.BACKOFF, Backoff.Shape.LINEAR)
                    .with(Field.DELAY_MAX, DAY)
                    .with(Field.DELAY_BASE, DAY)
                    .with(Field.LOG_LEVEL, Level.WARNING)
                    .with(Field.TELEMETRY_NAME, "working")
                    .with(Field.METADATA, new TreeMap<>(Map.of("team", "money")));

    private final ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();

    private static String fails(ActivityContext context) {
        throw ApplicationFailed.of("Flaky", "no " + context.attempt());
    }

    private Rehearsed rehearsed(Partial partial) {
        return new Rehearsed()
                .says(partial)
                .settings(s -> s.voice((level, message) -> said.add(level + " " + message)));
    }

    @Test
    void failures_are_logged_at_the_level_and_under_the_name_of_the_policy() {
        try (var it = rehearsed(NOTED).does(NotesOfRunsTest::fails).opened()) {
            it.start(Rehearsed.Each.class, "a").until(() -> said.size() == 1).passes(DAY);
            it.result();
            it.until(() -> said.size() == 2);
            assertThat(said)
                    .containsExactly(
                            "WARNING attempt-failed run=r command=1 activity=Work.work attempt=1"
                                    + " name=working metadata=\"{team=money}\": no 1 It is tried"
                                    + " again 2026-01-02T00:00:00Z.",
                            "WARNING attempt-failed run=r command=1 activity=Work.work attempt=2"
                                    + " name=working metadata=\"{team=money}\": no 2 That is its"
                                    + " end.");
        }
    }

    @Test
    void where_nothing_is_noted_it_is_logged_for_those_who_look_for_it() {
        try (var it = rehearsed(Partial.NONE.with(Field.MAX_RETRIES, 0))) {
            it.does(NotesOfRunsTest::fails).opened().start(Rehearsed.Each.class, "a").result();
            it.until(() -> said.size() == 1);
            assertThat(said)
                    .containsExactly(
                            "DEBUG attempt-failed run=r command=1 activity=Work.work attempt=1:"
                                    + " no 1 That is its end.");
        }
    }

    @Test
    void a_lost_delivery_is_logged_too() {
        try (var it = rehearsed(NOTED)) {
            it.does(_ -> it.stall()).opened().start(Rehearsed.Each.class, "a").begins(1);
            it.does(_ -> "done").opened().result();
            assertThat(said)
                    .containsExactly(
                            "WARNING attempt-lost run=r command=1 activity=Work.work attempt=1"
                                    + " name=working metadata=\"{team=money}\": It was lost with its"
                                    + " process. It is delivered again.");
        }
    }

    @Test
    void the_code_and_the_hooks_see_them() {
        var heard = new ConcurrentLinkedQueue<String>();
        var hooks =
                new Hooks() {
                    @Override
                    public Optional<Failure> onComplete(Call call, Payload value) {
                        heard.add(call.telemetryName() + " " + call.notes().metadata());
                        return Optional.empty();
                    }
                };
        try (var it = rehearsed(NOTED).settings(s -> s.hooks(hooks))) {
            it.does(context -> context.telemetryName() + " " + context.metadata()).opened();
            assertThat(it.start(Rehearsed.Each.class, "a").result())
                    .isEqualTo("working {team=money}");
            assertThat(heard).containsExactly("working {team=money}");
        }
        try (var it = new Rehearsed().does(context -> context.telemetryName()).opened()) {
            assertThat(it.start(Rehearsed.Each.class, "a").result()).isEqualTo("Work.work");
        }
    }
}
