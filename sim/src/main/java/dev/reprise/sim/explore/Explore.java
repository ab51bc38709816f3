package dev.reprise.sim.explore;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that is tried in many orders. Its method has one parameter, an {@link Exploration}, to
 * which it says what there is, what happens and what must hold; it is called anew for each order,
 * so what it keeps has to be made in it.
 *
 * <pre>{@code
 * @Explore(schedules = 2_000)
 * void an_order_is_charged_once(Exploration it) {
 *     List<String> charges = new ArrayList<>();
 *     it.workflow(Order.class).activities((Payments) charges::add);
 *     it.start(Order.class, "order-1", "tea");
 *     it.signal("order-1", "approve");
 *     it.always("nobody is charged twice", () -> charges.size() <= 1);
 * }
 * }</pre>
 *
 * <p>What many tests say can be said once, by an annotation that has this one.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(Explorations.class)
@SuppressWarnings("exports") // whoever uses this has JUnit; whoever does not needs none
public @interface Explore {
    /** How many orders are tried at most. */
    int schedules() default 1_000;

    /** From which they follow: the same seed tries the same orders. */
    long seed() default 1;

    /** How they are chosen. */
    Strategy strategy() default Strategy.PORTFOLIO;

    /** What may go wrong. */
    Fault[] faults() default {Fault.CRASH, Fault.EVICT};

    /** How often something goes wrong in one order, at most. */
    int faultsMax() default 2;

    /** More steps than this say that something goes round in circles. */
    int stepsMax() default 5_000;
}
