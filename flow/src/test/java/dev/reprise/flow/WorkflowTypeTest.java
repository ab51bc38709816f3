package dev.reprise.flow;

import static dev.reprise.flow.Commands.accept;
import static dev.reprise.flow.Commands.answer;
import static dev.reprise.flow.Commands.complete;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.flow.guard.NondeterministicCode;
import dev.reprise.flow.guard.Strictness;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What reflection makes of a workflow class. */
class WorkflowTypeTest extends Conversations {
    @Named("order-v2")
    static class Renamed implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return input;
        }
    }

    @Test
    void a_type_is_called_after_its_class_or_by_the_name_given() {
        assertThat(WorkflowType.of(Base.class).name()).isEqualTo("Base");
        assertThat(WorkflowType.of(Renamed.class).name()).isEqualTo("order-v2");
        assertThat(WorkflowType.of(Renamed.class).name("third").name()).isEqualTo("third");
        assertThatThrownBy(() -> WorkflowType.of(Renamed.class).name(" "))
                .isInstanceOf(IllegalArgumentException.class);
    }

    // ---- Inheritance ----

    abstract static class Generic<A, B> implements Workflow<B, A> {
        @Signal
        void inherited(String value) {
            Flow.publish("inherited", value);
        }

        @Signal
        void overridden(String value) {
            Flow.publish("overridden", "base " + value);
        }
    }

    interface Asking {
        @Query
        default String asked() {
            return "by the interface";
        }
    }

    @SuppressWarnings("UnusedMethod") // called by reflection
    static class Base extends Generic<String, byte[]> implements Asking {
        @Override
        public String run(byte[] input) {
            Flow.await(() -> input.length == 0);
            return "";
        }

        @Override
        @Signal
        void overridden(String value) {
            Flow.publish("overridden", "derived " + value);
        }

        @Update(value = "renamed", validator = "valid")
        private String updated(String value) {
            return value;
        }

        private void valid(String value) {
            if (value.isEmpty()) {
                throw ApplicationFailed.of("Empty", "");
            }
        }
    }

    @Test
    void types_are_found_through_generic_superclasses() {
        assertThat(WorkflowShape.output(Base.class)).isEqualTo(String.class);
        play(WorkflowType.of(Base.class)).start(new byte[0]).expect(complete(1, ""));
    }

    @Test
    void handlers_are_inherited_overridden_private_and_from_interfaces() {
        play(WorkflowType.of(Base.class))
                .start(new byte[1])
                .tell(Commands.signal("inherited", "x"), Commands.signal("overridden", "y"))
                .expectPublished("inherited", "x")
                .expectPublished("overridden", "derived y")
                .expectQuery("asked", "by the interface")
                .update("u1", "renamed", "z")
                .expect(accept(1, "/h2", "u1"), answer(2, "/h2", "u1", "z"))
                .update("u2", "renamed", "")
                .expectNothing();
    }

    @Test
    void each_run_has_an_instance_of_its_own() {
        var type = WorkflowType.of(Base.class);
        assertThat(type.instance()).isNotSameAs(type.instance());
    }

    // ---- What is not well formed ----

    static class Wrong implements Workflow<Void, Void> {
        @Override
        public Void run(Void input) {
            return null;
        }

        @Signal
        String answering() {
            return "";
        }

        @Query
        void silent() {}

        @Update(validator = "missing")
        void unchecked() {}

        @Signal("same")
        void one() {}

        @Signal("same")
        void other() {}
    }

    @Test
    void all_that_is_wrong_with_a_class_is_said_at_once() {
        assertThatThrownBy(() -> WorkflowType.of(Wrong.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "no well-formed workflow",
                        "signal answering returns a value that nobody receives",
                        "query silent answers nothing",
                        "names a validator that does not exist with its parameters: missing",
                        "two methods handle the signal same");
    }

    static class StaticHandler implements Workflow<Void, Void> {
        @Override
        public Void run(Void input) {
            return null;
        }

        @Signal
        static void shared() {}
    }

    @Test
    void a_handler_is_not_static() {
        assertThatThrownBy(() -> WorkflowType.of(StaticHandler.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is static");
    }

    static class NeedsArguments implements Workflow<Void, String> {
        private final String value;

        NeedsArguments(String value) {
            this.value = value;
        }

        @Override
        public String run(Void input) {
            return value;
        }
    }

    abstract static class Abstract implements Workflow<Void, Void> {}

    @Test
    void a_class_must_be_one_of_which_instances_can_be_made() {
        assertThatThrownBy(() -> WorkflowType.of(NeedsArguments.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no constructor without parameters")
                .hasMessageContaining("supplier");
        assertThatThrownBy(() -> WorkflowType.of(Abstract.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is abstract");
        play(WorkflowType.of(NeedsArguments.class, () -> new NeedsArguments("given")))
                .start()
                .expect(complete(1, "given"));
    }

    static class Dicing implements Workflow<Void, String> {
        @Override
        public String run(Void input) {
            return Double.toString(Math.random());
        }
    }

    @Test
    void code_that_could_take_another_path_is_refused_unless_that_is_switched_off() {
        assertThatThrownBy(() -> WorkflowType.of(Dicing.class))
                .isInstanceOf(NondeterministicCode.class)
                .hasMessageContaining("Math.random");
        assertThat(WorkflowType.of(Dicing.class, Strictness.OFF).name()).isEqualTo("Dicing");
    }

    // ---- Codecs ----

    /** Encodes numbers as text. */
    private static final class Numbers implements PayloadCodec {
        @Override
        public Payload encode(Object value) {
            return Payload.of("number", value.toString().getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public Object decode(Payload payload, Type type) {
            return Integer.valueOf(new String(payload.bytes(), StandardCharsets.US_ASCII));
        }
    }

    static class Adding implements Workflow<Integer, Integer> {
        private int sum;

        @Override
        public Integer run(Integer input) {
            sum = input;
            sum += Flow.activity("more", Integer.class).call(sum);
            return sum;
        }

        @Signal
        void add(int more) {
            sum += more;
        }

        @Query
        int sum() {
            return sum;
        }
    }

    @Test
    void all_values_go_through_the_codec_of_the_type() {
        var run = play(WorkflowType.of(Adding.class).codec(new Numbers()));
        run.run.start(1);
        run.run.signal("add", 10);
        assertThat(run.run.query("sum"))
                .isEqualTo(new dev.reprise.Outcome.Completed(new Numbers().encode(11)));
        run.evict();
        run.run.resolve(1, 100);
        run.expect(
                new dev.reprise.history.Command.CompleteRun(
                        2, dev.reprise.UnitId.ROOT, new Numbers().encode(101)));
    }
}
