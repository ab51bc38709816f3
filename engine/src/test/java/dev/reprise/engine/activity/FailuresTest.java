package dev.reprise.engine.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.InvariantViolation;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.RawCodec;
import dev.reprise.flow.ApplicationFailed;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FailuresTest {
    private final PayloadCodec codec = new JsonCodec();
    private final Activities activities = new Activities(codec);

    interface Work {
        int half(int number);
    }

    private Failure.Application failure(String type, Object... arguments) {
        return failure(activities.perform(Calls.of(codec, type, arguments)));
    }

    private static Failure.Application failure(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return (Failure.Application) ((Outcome.Failed) outcome).failure();
    }

    private Failure.Application thrown(Throwable thrown) {
        activities.add(
                "throw" + activities.names().size(),
                Void.class,
                _ -> {
                    throw FailuresTest.<RuntimeException>sneaky(thrown);
                });
        return failure("throw" + (activities.names().size() - 1));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // to throw anything
    private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void an_exception_is_a_failure_of_its_class_with_message_causes_and_place() {
        var failure = thrown(new IllegalStateException("no paper", new IOException("tray 2")));
        assertThat(failure.type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(failure.message()).isEqualTo("no paper");
        assertThat(failure.retryable()).isTrue();
        assertThat(failure.cause().orElseThrow())
                .isEqualTo(new Failure.Application("java.io.IOException", "tray 2"));
        assertThat(failure.details().encoding()).isEqualTo("trace");
        assertThat(trace(failure))
                .contains("FailuresTest.an_exception_is_a_failure", "FailuresTest.java:")
                .contains("caused by java.io.IOException\nat ");
    }

    private static String trace(Failure.Application failure) {
        return new String(failure.details().bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void a_trace_ends_where_the_code_of_the_activity_ends() {
        activities.add(
                "fail",
                Void.class,
                _ -> {
                    throw new IOException();
                });
        var failure = failure("fail");
        assertThat(failure.message()).isEqualTo("no message");
        assertThat(trace(failure)).contains("lambda$").doesNotContain("Target", "perform");
    }

    @Test
    void a_trace_is_bounded() {
        var deep = new Exception();
        deep.setStackTrace(
                IntStream.range(0, 500)
                        .mapToObj(i -> new StackTraceElement("C".repeat(2_000) + i, "m", "f", i))
                        .toArray(StackTraceElement[]::new));
        assertThat(thrown(deep).details().size()).isEqualTo(Thrown.TRACE_CHARS_MAX);
    }

    @Test
    void what_an_activity_says_of_its_own_failure_is_kept() {
        var details = codec.encode(List.of(1, 2));
        var refused =
                ApplicationFailed.fatal("CardRefused", "too old")
                        .details(details)
                        .causedBy(new IOException("gone"));
        assertThat(thrown(refused))
                .isEqualTo(
                        new Failure.Application(
                                "CardRefused",
                                "too old",
                                details,
                                false,
                                Optional.of(
                                        new Failure.Application("java.io.IOException", "gone"))));
        assertThat(thrown(ApplicationFailed.of("Busy", "later")))
                .isEqualTo(new Failure.Application("Busy", "later"));
    }

    @Test
    void an_interrupt_is_a_failure_that_may_be_mended_and_the_thread_stays_interrupted() {
        assertThat(thrown(new InterruptedException()).retryable()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown(new IOException()).retryable()).isTrue();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void errors_are_failures_too() {
        for (var error :
                List.of(
                        new AssertionError("1 is not 2"),
                        new NoClassDefFoundError("a.B"),
                        new StackOverflowError(),
                        new OutOfMemoryError("Java heap space"))) {
            var failure = thrown(error);
            assertThat(failure.type()).isEqualTo(error.getClass().getName());
            assertThat(failure.retryable()).isTrue();
        }
    }

    @Test
    void an_invariant_that_is_violated_is_never_tried_again() {
        assertThat(thrown(new InvariantViolation("one and one is three")).retryable()).isFalse();
    }

    @Test
    void code_that_calls_itself_without_end_is_a_failure() {
        activities.add("endless", Integer.class, FailuresTest::endless);
        assertThat(failure("endless", 1).type()).isEqualTo("java.lang.StackOverflowError");
    }

    @SuppressWarnings("InfiniteRecursion") // that is the point
    private static int endless(int n) {
        return 1 + endless(n);
    }

    @Test
    void an_exception_that_cannot_tell_its_message_is_a_failure() {
        var failure =
                thrown(
                        new RuntimeException() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public String getMessage() {
                                throw new IllegalStateException("nor this");
                            }
                        });
        assertThat(failure.type()).isEqualTo("UntoldFailure");
        assertThat(failure.retryable()).isTrue();
    }

    @Test
    void causes_in_a_circle_are_cut() {
        var one = new Exception("one");
        var two = new Exception("two", one);
        one.initCause(two);
        int length = 1;
        for (var next = thrown(one).cause(); next.isPresent(); next = next.get().cause()) {
            length++;
        }
        assertThat(length).isEqualTo(Failure.CHAIN_MAX);
    }

    @Test
    void an_activity_that_is_not_there_fails_for_good_and_those_that_are_there_are_named() {
        activities.add("print", String.class, it -> it);
        var failure = failure("Print.print", "x");
        assertThat(failure.type()).isEqualTo("UnknownActivity");
        assertThat(failure.retryable()).isFalse();
        assertThat(failure.message()).contains("Print.print", "there are print.", "What to do");
        for (int i = 0; i < 30; i++) {
            activities.add("x" + i, String.class, it -> it);
        }
        assertThat(failure("y").message()).contains("and 11 more");
    }

    @Test
    void arguments_that_do_not_fit_fail_for_good_and_no_code_is_called() {
        activities.add(
                Work.class,
                number -> {
                    throw new AssertionError("called with " + number);
                });
        for (var arguments : List.of(new Object[0], new Object[] {1, 2}, new Object[] {"two"})) {
            var failure = failure("Work.half", arguments);
            assertThat(failure.type()).isEqualTo("WrongArguments");
            assertThat(failure.retryable()).isFalse();
            assertThat(failure.message()).contains("Work.half", "(int)", "What to do");
        }
        assertThat(failure("Work.half", (Object) null).message()).contains("no value came");
        assertThat(failure("Work.half").message()).contains("takes 1 arguments, but came with 0");
    }

    @Test
    void a_codec_that_reads_something_else_is_found_out() {
        var odd =
                new Activities(
                        new PayloadCodec() {
                            @Override
                            public Payload encode(Object value) {
                                return Payload.NONE;
                            }

                            @Override
                            public Object decode(Payload payload, Type type) {
                                return "a text";
                            }
                        });
        odd.add(Work.class, number -> number / 2);
        assertThat(failure(odd.perform(Calls.of(codec, "Work.half", 4))).message())
                .contains("read a int as a java.lang.String");
    }

    @Test
    void a_result_that_cannot_be_stored_fails_for_good() {
        activities.add("thread", Void.class, _ -> Thread.currentThread());
        var failure = failure("thread");
        assertThat(failure.type()).isEqualTo("UnencodableResult");
        assertThat(failure.retryable()).isFalse();
        assertThat(failure.message()).contains("did its work", "java.lang.Thread", "What to do");
        var raw = new Activities(new RawCodec());
        raw.add("one", String.class, _ -> 1);
        assertThat(failure(raw.perform(Calls.of(new RawCodec(), "one", "x"))).type())
                .isEqualTo("UnencodableResult");
    }
}
