package dev.reprise.engine.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.flow.ActivityMethods;
import dev.reprise.flow.Named;
import dev.reprise.flow.Workflow;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ActivitiesTest {
    private final PayloadCodec codec = new JsonCodec();
    private final Activities activities = new Activities(codec);

    record Order(String id, int cents) {}

    interface Payments {
        String charge(Order order, int times);

        @Named("give-back")
        void refund(Map<String, List<Order>> orders);

        default int twice(int x) {
            return 2 * x;
        }
    }

    static final class Till implements Payments {
        final List<String> refunded = new ArrayList<>();

        @Override
        public String charge(Order order, int times) {
            return order.id() + " " + order.cents() * times;
        }

        @Override
        public void refund(Map<String, List<Order>> orders) {
            orders.values().forEach(it -> it.forEach(order -> refunded.add(order.id())));
        }
    }

    private Call call(String type, Object... arguments) {
        return Calls.of(codec, type, arguments);
    }

    private Outcome value(Object value) {
        return new Outcome.Completed(codec.encode(value));
    }

    @Test
    void activities_have_the_names_by_which_workflows_call_them() {
        assertThat(activities.add(new Till())).containsExactly("Payments.charge", "give-back");
        assertThat(activities.names())
                .containsExactlyElementsOf(ActivityMethods.of(Payments.class).keySet());
        assertThat(activities.knows("give-back")).isTrue();
        assertThat(activities.knows("Payments.twice")).isFalse();
        assertThat(activities.perform(call("Payments.charge", new Order("a", 12), 3)))
                .isEqualTo(value("a 36"));
    }

    @Test
    void arguments_are_decoded_as_the_parameters_say_and_no_result_is_no_value() {
        var till = new Till();
        activities.add(till);
        var orders = Map.of("x", List.of(new Order("a", 1), new Order("b", 2)));
        assertThat(activities.perform(call("give-back", orders)))
                .isEqualTo(new Outcome.Completed(Payload.NONE));
        assertThat(till.refunded).containsExactly("a", "b");
    }

    @Test
    void a_lambda_takes_one_argument_and_null_goes_both_ways() {
        activities.add("double", Integer.class, it -> it * 2);
        activities.add("primitive", int.class, it -> it * 3);
        activities.add("isNull", String.class, it -> it == null);
        activities.add("toNull", String.class, _ -> null);
        assertThat(activities.perform(call("double", 4))).isEqualTo(value(8));
        assertThat(activities.perform(call("primitive", 4))).isEqualTo(value(12));
        assertThat(activities.perform(call("isNull", (Object) null))).isEqualTo(value(true));
        assertThat(activities.perform(call("toNull", "x")))
                .isEqualTo(new Outcome.Completed(Payload.NONE));
    }

    @Test
    void a_lambda_for_void_takes_none() {
        activities.add("tick", Void.class, _ -> "tock");
        assertThat(activities.perform(call("tick"))).isEqualTo(value("tock"));
        assertThat(activities.perform(call("tick", "x"))).isInstanceOf(Outcome.Failed.class);
    }

    interface Mail {
        String send(String... to);

        @Named("stamp")
        int stamp(int cents);
    }

    interface Letters extends Mail {
        @Named("seal")
        Optional<String> seal(String text);
    }

    interface Marker {}

    record Post() implements Letters, Marker, Serializable, Comparable<Post>, AutoCloseable {
        @Override
        public String send(String... to) {
            return String.join("+", to);
        }

        @Override
        public int stamp(int cents) {
            return cents;
        }

        @Override
        public Optional<String> seal(String text) {
            return Optional.of(text);
        }

        @Override
        public int compareTo(Post other) {
            return 0;
        }

        @Override
        public void close() {}
    }

    @Test
    void inherited_interfaces_count_and_those_of_the_jdk_do_not() {
        assertThat(activities.add(new Post()))
                .containsExactly("Letters.send", "Mail.send", "seal", "stamp");
        for (String name : List.of("Letters.send", "Mail.send")) {
            assertThat(activities.perform(call(name, (Object) new String[] {"a", "b"})))
                    .isEqualTo(value("a+b"));
        }
        assertThat(activities.perform(call("stamp", 85))).isEqualTo(value(85));
        assertThat(activities.perform(call("seal", "x"))).isEqualTo(value(Optional.of("x")));
    }

    static final class Rerun implements Workflow<String, String>, Marker {
        @Override
        public String run(String input) {
            return input;
        }
    }

    @Test
    void an_object_without_activities_is_refused_and_it_is_said_what_to_do() {
        Supplier<String> supplier = () -> "";
        for (Object nothing : List.of(new Object(), supplier, new Rerun(), "text")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> activities.add(nothing))
                    .withMessageContaining(nothing.getClass().getName())
                    .withMessageContaining("What to do");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> activities.add(Marker.class, new Post()))
                .withMessageContaining("Marker");
        assertThat(activities.names()).isEmpty();
    }

    static final class OtherTill implements Payments, Mail {
        @Override
        public String charge(Order order, int times) {
            return "";
        }

        @Override
        public void refund(Map<String, List<Order>> orders) {}

        @Override
        public String send(String... to) {
            return "";
        }

        @Override
        public int stamp(int cents) {
            return cents;
        }
    }

    @Test
    void a_name_that_is_taken_is_refused_with_both_and_nothing_is_added() {
        activities.add(new Till());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> activities.add(new OtherTill()))
                .withMessageContaining("Payments.charge")
                .withMessageContaining(Till.class.getName())
                .withMessageContaining(OtherTill.class.getName());
        assertThat(activities.knows("Mail.send")).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> activities.add("give-back", String.class, it -> it))
                .withMessageContaining("give-back");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> activities.add(new Till()))
                .withMessageContaining("twice");
    }

    @Test
    void of_a_proxy_one_interface_can_be_added() {
        var proxy =
                (Payments)
                        Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {Payments.class, Mail.class},
                                (_, method, arguments) -> method.getName() + arguments.length);
        assertThat(activities.add(Payments.class, proxy))
                .containsExactly("Payments.charge", "give-back");
        assertThat(activities.perform(call("Payments.charge", new Order("a", 1), 1)))
                .isEqualTo(value("charge2"));
    }

    interface Keep<T> {
        void keep(List<T> things);
    }

    static final class KeepOrders implements Keep<Order> {
        @Override
        public void keep(List<Order> things) {}
    }

    @Test
    void a_parameter_of_no_known_type_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> activities.add(new KeepOrders()))
                .withMessageContaining("List<T>")
                .withMessageContaining("What to do");
    }

    @Test
    void names_are_checked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> activities.add(" ", String.class, it -> it))
                .withMessageContaining("an activity type");
    }

    @Test
    void what_any_thread_adds_is_there_for_all() throws InterruptedException {
        var threads =
                IntStream.range(0, 8)
                        .mapToObj(
                                t ->
                                        Thread.ofVirtual()
                                                .start(
                                                        () -> {
                                                            for (int i = 0; i < 50; i++) {
                                                                activities.add(
                                                                        t + "-" + i,
                                                                        String.class,
                                                                        it -> it);
                                                            }
                                                        }))
                        .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(List.copyOf(activities.names())).hasSize(400).isSorted();
    }
}
