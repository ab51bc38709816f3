package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.testing.PayloadCodecContract;
import java.lang.reflect.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

class RawCodecTest extends PayloadCodecContract {
    @Override
    protected PayloadCodec codec() {
        return new RawCodec();
    }

    @Override
    protected List<Value> values() {
        return List.of(
                new Value("", String.class),
                new Value("Ünïcödé 𝄞", String.class),
                new Value("written so: \uFFFD", String.class),
                new Value(new byte[0], byte[].class),
                new Value(new byte[] {0, -1}, byte[].class));
    }

    @Test
    void other_types_are_refused_with_their_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec().encode(42))
                .withMessageContaining("java.lang.Integer");
        assertThatExceptionOfType(Undecodable.class)
                .isThrownBy(() -> codec().decode(Payload.text("42"), Integer.class))
                .withMessageContaining("wanted    java.lang.Integer")
                .withMessageContaining("encoding  text")
                .withMessageContaining("What to do");
    }

    @Test
    void text_that_would_not_come_back_is_refused() {
        for (String broken : List.of("half \ud834", "\udd1e half", "\udd1e\ud834", "\ud834x")) {
            assertThatIllegalArgumentException().isThrownBy(() -> codec().encode(broken));
        }
        assertThatExceptionOfType(Undecodable.class)
                .isThrownBy(
                        () ->
                                codec().decode(
                                                Payload.of("text", new byte[] {(byte) 0xFF}),
                                                String.class))
                .withMessageContaining("not UTF-8");
    }

    @Test
    void a_codec_that_answers_something_else_is_found_out() {
        PayloadCodec wrong =
                new PayloadCodec() {
                    @Override
                    public Payload encode(Object value) {
                        return Payload.NONE;
                    }

                    @Override
                    public Object decode(Payload payload, Type type) {
                        return 42;
                    }
                };
        assertThatExceptionOfType(Undecodable.class)
                .isThrownBy(() -> wrong.decode(Payload.text("x"), String.class))
                .withMessageContaining("answered a java.lang.Integer");
        assertThat(wrong.decode(Payload.text("x"), Integer.class)).isEqualTo(42);
    }
}
