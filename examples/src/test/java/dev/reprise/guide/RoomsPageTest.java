package dev.reprise.guide;

import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.otherwise;
import static dev.reprise.pattern.Patterns.par;
import static dev.reprise.pattern.Patterns.seq;
import static dev.reprise.pattern.Patterns.task;
import static dev.reprise.pattern.Patterns.when;
import static dev.reprise.pattern.Patterns.xor;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.choice.Action;
import dev.reprise.choice.EnabledSet;
import dev.reprise.choice.Kind;
import dev.reprise.choice.Scheduler;
import dev.reprise.engine.exec.Workforce;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.engine.store.Timer;
import dev.reprise.filter.Attributes;
import dev.reprise.filter.Bounds;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Page;
import dev.reprise.filter.Row;
import dev.reprise.filter.RunStatus;
import dev.reprise.filter.Selection;
import dev.reprise.pattern.Context;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.policy.Attempts;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Breaker;
import dev.reprise.policy.Decision;
import dev.reprise.policy.Field;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Limiter;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.Presets;
import dev.reprise.policy.Rules;
import dev.reprise.policy.Target;
import dev.reprise.policy.Verdict;
import dev.reprise.program.Program;
import dev.reprise.schedule.Overlap;
import dev.reprise.schedule.Rota;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.When;
import dev.reprise.vm.Effect;
import dev.reprise.vm.Status;
import dev.reprise.vm.Vm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The code of the pages about single rooms: choices, patterns, policies, filters, the store. */
@Timeout(60)
@SuppressWarnings("UnusedVariable") // a page shows what there is, whoever takes it
class RoomsPageTest {
    private final Instant now = Instant.parse("2026-03-02T07:00:00Z");
    private final Instant later = now.plusSeconds(5);

    @Test
    void the_least_of_what_is_enabled_is_chosen() {
        Scheduler scheduler = Scheduler.deterministic();
        var kind = new Kind(1, "token");
        var enabled = new EnabledSet();
        enabled.add(Action.of(kind.key(7)));
        enabled.add(Action.of(kind.key(3)));
        Action next = scheduler.choose(enabled);

        assertThat(next.key()).isEqualTo(kind.key(3));
    }

    // ---- Patterns and programs ----

    @Test
    void an_approval_is_a_term() {
        var approval =
                seq(
                        task("draft"),
                        par(Join.atLeast(2), effect("legal"), effect("finance"), effect("ceo")),
                        xor(when("approved", task("publish")), otherwise(task("rework"))));
        var linked =
                Registry.NONE
                        .task("draft", it -> it)
                        .task("publish", it -> it)
                        .task("rework", it -> it)
                        .condition("approved", it -> it.find("vote").isPresent())
                        .link(approval);

        assertThat(linked).isNotNull();
        assertThat(Pattern.parse(approval.toText())).isEqualTo(approval);
    }

    private final List<String> told = new ArrayList<>();

    private void carryOut(List<Effect> effects) {
        effects.forEach(it -> told.add("effect " + it.number()));
    }

    private void forget(List<Long> effects) {
        assertThat(effects).isEmpty();
    }

    @Test
    void a_program_says_how_far_it_has_come() {
        Pattern pattern = seq(task("draft"), effect("legal"));
        Registry registry = Registry.NONE.task("draft", it -> it);
        var program = Program.of(pattern);
        var vm = Vm.start(program.link(registry), Context.EMPTY, Scheduler.deterministic());
        switch (vm.run()) {
            case Status.Effects(var asked, var withdrawn) -> {
                carryOut(asked);
                forget(withdrawn);
            }
            case Status.Blocked(var effects, var awaiting) ->
                    told.add("it waits for " + effects + " effects and " + awaiting + " triggers");
            case Status.Yielded() -> told.add("there is more to do");
            case Status.Done(var result) -> told.add("it knows " + result);
            case Status.Failed(var failure) -> told.add("it failed: " + failure);
            case Status.Cancelled() -> told.add("it was cancelled");
        }

        assertThat(told).hasSize(1).first().asString().startsWith("effect ");
    }

    // ---- Policies ----

    private static final Failure FAILED = new Failure.Application("Down", "the line is down");

    @Test
    void a_policy_decides_about_attempts() {
        Outcome failed = new Outcome.Failed(FAILED);
        long draw = 7;
        var rules =
                Rules.NONE
                        .append(
                                Matcher.name("Payments.charge"),
                                Partial.NONE
                                        .with(Field.MAX_RETRIES, 3)
                                        .with(Field.BACKOFF, Backoff.Shape.JITTER)
                                        .with(Field.START_TO_CLOSE, Duration.ofSeconds(10)))
                        .append(Matcher.regex("^llm_"), Presets.LLM)
                        .append(Matcher.any(), Presets.IO);
        var policy =
                Precedence.NONE
                        .workflow(rules)
                        .resolve(new Target("llm_draft", "activity"), Partial.NONE, Functions.NONE);

        var attempts = Attempts.scheduled(policy, now);
        attempts = attempts.due(now, Verdict.GO);
        attempts = attempts.returned(later, failed, draw, Functions.NONE);

        assertThat(attempts.decision()).isInstanceOf(Decision.Wait.class);
    }

    @Test
    void a_breaker_and_a_limiter_are_asked_and_told() {
        var limited = Partial.NONE.with(Field.BREAKER, "bank").with(Field.CONCURRENCY_MAX, 1);
        Policy policy =
                Precedence.NONE.resolve(new Target("a", "activity"), limited, Functions.NONE);
        var breaker = new Breaker();
        var limiter = new Limiter();
        var breaking = policy.gates().breaking();
        Duration took = Duration.ofSeconds(1);
        Outcome outcome = new Outcome.Completed(Payload.NONE);
        Verdict verdict = breaker.ask(policy.gates().breaking(), now);
        long ticket = breaker.ticket();
        boolean wake = breaker.returned(breaking, ticket, later, took, outcome);

        Verdict room = limiter.ask(policy.gates().limits(), now);
        limiter.ended();

        assertThat(List.of(verdict, room)).containsOnly(Verdict.GO);
    }

    // ---- Filters ----

    record MyRow(String id, String type, RunStatus status, Instant started) implements Row {
        @Override
        public Optional<Instant> ended() {
            return Optional.empty();
        }

        @Override
        public Instant updated() {
            return started;
        }

        @Override
        public long events() {
            return 1;
        }

        @Override
        public Attributes attributes() {
            return Attributes.NONE;
        }
    }

    @Test
    void a_row_is_judged_and_pages_are_filled() {
        var row = new MyRow("order-1", "Order", RunStatus.FAILED, now.minusSeconds(60));
        var filter = Filter.parse("status = failed and started > -1d");
        var sieve = filter.at(now);
        boolean found = sieve.accepts(row);
        Bounds bounds = filter.bounds(now);
        Page<MyRow> page =
                Selection.parse("status = failed order by started desc limit 50").page(now);

        assertThat(found).isTrue();
        assertThat(page.offer(row)).isTrue();
        assertThat(page.rows()).containsExactly(row);
    }

    // ---- Schedules ----

    @Test
    @SuppressWarnings("ReturnValueIgnored") // as above
    void a_schedule_decides_what_starts() {
        var when =
                When.parse(
                        "cron \"0 9 * * MON-FRI\" in Europe/Berlin except 12-24,12-25 in Europe/Berlin");
        when.next(now);
        when.previous(now);
        when.times(now).limit(10);

        var schedule = Schedule.of(when).overlap(Overlap.BUFFER_ONE).catchUp(Duration.ofHours(1));
        var rota = Rota.begin(schedule, Schedule.seed("nightly"), now);
        var step = rota.tick(later);

        assertThat(when.next(now)).contains(Instant.parse("2026-03-02T08:00:00Z"));
        assertThat(step.orders()).isEmpty();
    }

    // ---- The executor and the store ----

    @Test
    void a_task_of_a_task_is_carried_out() throws Exception {
        var carriedOut = new AtomicInteger();
        Runnable next = carriedOut::incrementAndGet;
        try (var workforce = Workforce.of(4)) {
            workforce.execute(() -> workforce.execute(next));
            workforce.join();
        }
        assertThat(carriedOut).hasValue(1);
    }

    /** Waits for what becomes of two changes. */
    private static final class Waits implements Receipt {
        private final CountDownLatch durable = new CountDownLatch(2);

        @Override
        public void durable() {
            durable.countDown();
        }

        @Override
        public void refused(Conflict conflict) {
            throw new AssertionError(conflict);
        }

        @Override
        public void failed(StoreFailure failure) {
            throw failure;
        }
    }

    @Test
    void a_turn_is_stored_with_its_summary_and_a_timer(@TempDir Path folder) throws Exception {
        Path data = folder.resolve("data");
        var run = new RunId("order-17");
        byte[] turn = {1, 2, 3};
        byte[] summary = {4};
        Instant due = later;
        long seq = 1;
        var receipt = new Waits();
        List<byte[]> read = new ArrayList<>();
        try (var store = Store.open(data)) {
            long epoch = store.epoch() + 1;
            store.write(new Change.ClaimStore(epoch), receipt);
            store.write(
                    Append.turn(run, 0, epoch, turn).withSummary(summary).set(new Timer(due, seq)),
                    receipt);
            receipt.durable.await();
            try (var turns = store.turns(run, 0)) {
                while (turns.hasNext()) {
                    read.add(turns.next());
                }
            }
        }
        assertThat(read).containsExactly(turn);
    }
}
