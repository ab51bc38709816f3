import dev.reprise.flow.Flow;
import dev.reprise.flow.Workflow;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Explore;
import java.util.ArrayList;
import java.util.List;

/** An order is charged, then sent. What could go wrong? {@code reprise explore OrderTest.java} */
class OrderTest {
    interface Bank {
        String charge(String order);
    }

    interface Post {
        String send(String order);
    }

    static final class Order implements Workflow<String, String> {
        @Override
        public String run(String order) {
            String receipt = Flow.activity(Bank.class).charge(order);
            return receipt + ", " + Flow.activity(Post.class).send(order);
        }
    }

    @Explore
    void nobody_is_charged_twice(Exploration it) {
        List<String> charges = new ArrayList<>();
        Bank bank =
                order -> {
                    charges.add(order);
                    return "paid";
                };
        Post post = order -> "sent";
        it.workflow(Order.class).activities(bank, post);
        it.start(Order.class, "order-1", "tea");
        it.always("nobody is charged twice", () -> charges.size() <= 1);
    }
}
