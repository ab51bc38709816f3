package dev.reprise.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Listing;
import dev.reprise.filter.Attribute;
import dev.reprise.filter.Selection;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Workflow;
import dev.reprise.form.Malformed;
import dev.reprise.history.SearchAttribute;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are found by what they are and by what they say about themselves. */
@Timeout(60)
final class FoundRunsTest {
    /** What an order says about itself. */
    public record Order(String customer, BigDecimal amount, List<String> tags) {}

    /** Says something about itself, and waits. */
    public static final class Orders implements Workflow<Order, String> {
        private boolean shipped;
        private String leg = "first";

        @Override
        public String run(Order order) {
            Flow.searchAttribute("customer", order.customer());
            Flow.searchAttribute("amount", order.amount());
            Flow.searchAttribute("tags", order.tags());
            Flow.searchAttribute("urgent", order.amount().intValue() > 100);
            Flow.searchAttribute("ordered", Flow.now());
            Flow.await(() -> shipped);
            Flow.searchAttribute("urgent", null);
            return leg;
        }

        @Signal
        void ship() {
            shipped = true;
        }
    }

    /** Keeps what it said through its legs. */
    public static final class Legs implements Workflow<Integer, Integer> {
        @Override
        public Integer run(Integer left) {
            Flow.searchAttribute("at" + left, left);
            Flow.signal("go", String.class);
            return left == 0 ? 0 : Flow.continueAsNew(left - 1);
        }
    }

    private static Engine shop(Engine engine) {
        engine.register(Orders.class).register(Legs.class);
        for (int i = 0; i < 30; i++) {
            var tags = i % 3 == 0 ? List.of("vip", "gift") : List.<String>of();
            var order = new Order(i % 2 == 0 ? "acme" : "bolt", BigDecimal.valueOf(i * 10L), tags);
            var run = engine.client().start(Orders.class, id(i), order);
            if (i % 5 == 0) {
                run.signal("ship");
                run.result();
            }
        }
        return engine;
    }

    private static RunId id(int number) {
        return new RunId("order-%02d".formatted(number));
    }

    private static List<String> ids(Listing listing) {
        return listing.runs().stream().map(it -> it.run().value()).toList();
    }

    @Test
    void runs_are_found_by_what_they_say() {
        try (var engine = shop(Engine.inMemory())) {
            var client = engine.client();
            assertThat(ids(client.list("customer = 'acme' and amount > 200 and status = running")))
                    .containsExactly("order-22", "order-24", "order-26", "order-28");
            assertThat(ids(client.list("tags contains 'vip' and status = completed")))
                    .containsExactly("order-00", "order-15");
            assertThat(client.count("urgent = true")).isEqualTo(16);
            assertThat(client.count("urgent is null")).isEqualTo(6);
            assertThat(client.count("ordered > -1h and type = 'Orders'")).isEqualTo(30);
            assertThat(client.count("id like 'order-1%'")).isEqualTo(10);
            assertThat(client.count("ended is not null")).isEqualTo(6);
        }
    }

    @Test
    void what_runs_say_outlives_their_process(@TempDir Path folder) {
        shop(Engine.open(folder)).close();
        try (var engine = Engine.open(folder)) {
            assertThat(engine.client().count("customer = 'bolt'")).isEqualTo(15);
            Description found = engine.client().describe(id(11));
            assertThat(found.attributes().get("amount")).contains(Attribute.whole(110));
            assertThat(found.attributes().get("ordered"))
                    .get()
                    .isInstanceOfSatisfying(
                            Attribute.Moment.class,
                            it -> assertThat(it.value()).isBefore(Instant.now()));
        }
    }

    @Test
    void pages_follow_each_other_without_gaps_in_any_order(@TempDir Path folder) {
        try (var engine = shop(Engine.open(folder))) {
            for (String order : List.of("", "order by id desc ", "order by started desc ")) {
                var seen = new ArrayList<String>();
                Optional<Selection> next =
                        Optional.of(Selection.parse("status = running " + order + "limit 7"));
                int pages = 0;
                while (next.isPresent()) {
                    Listing page = engine.client().list(next.get());
                    seen.addAll(ids(page));
                    next = page.next();
                    pages++;
                }
                assertThat(seen).hasSize(24).doesNotHaveDuplicates();
                assertThat(pages).isEqualTo(4);
            }
        }
    }

    @Test
    void a_run_that_continues_keeps_what_it_said() {
        try (var engine = Engine.inMemory().register(Legs.class)) {
            var run =
                    engine.client()
                            .start(
                                    Legs.class,
                                    new RunId("legs"),
                                    StartOptions.DEFAULT.attributes(
                                            List.of(
                                                    new SearchAttribute(
                                                            "shop",
                                                            new JsonCodec().encode("north")))),
                                    2);
            for (int i = 0; i < 3; i++) {
                run.signal("go", "x");
            }
            assertThat(run.result()).isZero();
            assertThat(run.describe().attributes().toText())
                    .isEqualTo("at0 = 0, at1 = 1, at2 = 2, shop = 'north'");
        }
    }

    @Test
    void what_is_no_filter_is_refused_with_its_place() {
        try (var engine = Engine.inMemory()) {
            assertThatThrownBy(() -> engine.client().list("statuss = running and type ="))
                    .isInstanceOf(Malformed.class)
                    .hasMessageContaining("line 1");
        }
    }
}
