package dev.reprise.engine.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Outcome;
import dev.reprise.PayloadCodec;
import dev.reprise.RunId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ActivitiesTest {
    private final PayloadCodec codec = new JsonCodec();
    private final Activities activities = new Activities(codec);

    record Order(String id, int cents) {}

    interface Payments {
        String charge(Order order, int times);
    }

    static final class Till implements Payments {
        @Override
        public String charge(Order order, int times) {
            return order.id() + " " + order.cents() * times;
        }
    }

    @Test
    void an_activity_is_called_by_the_name_that_workflows_use() {
        assertThat(activities.add(new Till())).containsExactly("Payments.charge");
        assertThat(activities.knows("Payments.charge")).isTrue();
        assertThat(activities.perform(call("Payments.charge", new Order("a", 12), 3)))
                .isEqualTo(new Outcome.Completed(codec.encode("a 36")));
    }

    private Call call(String type, Object... arguments) {
        return new Call(
                new RunId("run"),
                1,
                "1",
                type,
                Stream.of(arguments).map(codec::encode).toList(),
                1,
                0);
    }

    @Test
    void a_lambda_takes_one_argument() {
        activities.add("double", Integer.class, (Integer it) -> it * 2);
        assertThat(activities.names()).isEqualTo(new java.util.TreeSet<>(List.of("double")));
        assertThat(activities.perform(call("double", 4)))
                .isEqualTo(new Outcome.Completed(codec.encode(8)));
    }
}
