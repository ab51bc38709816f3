package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Payload;
import dev.reprise.PayloadCodec;
import dev.reprise.Undecodable;
import java.lang.reflect.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every {@link PayloadCodec} must keep. A codec's test extends this class. */
public abstract class PayloadCodecContract {
    /** For subclasses. */
    protected PayloadCodecContract() {}

    /** A value and the type it is decoded as. */
    public record Value(Object value, Type type) {}

    /** The codec. */
    protected abstract PayloadCodec codec();

    /** Values that the codec can encode, no two of them equal; at least two. */
    protected abstract List<Value> values();

    @Test
    public void what_is_encoded_comes_back() {
        for (var value : values()) {
            assertThat(codec().decode(codec().encode(value.value()), value.type()))
                    .isEqualTo(value.value());
        }
    }

    @Test
    public void equal_values_give_equal_payloads_and_others_do_not() {
        for (int i = 0; i < values().size(); i++) {
            for (int j = 0; j < values().size(); j++) {
                Payload one = codec().encode(values().get(i).value());
                Payload other = codec().encode(values().get(j).value());
                assertThat(one.equals(other)).as("%s and %s", one, other).isEqualTo(i == j);
            }
        }
    }

    @Test
    public void a_value_is_not_encoded_as_no_value() {
        for (var value : values()) {
            assertThat(codec().encode(value.value()).isNone()).isFalse();
        }
    }

    @Test
    public void an_encoding_of_another_codec_is_refused_with_its_name_and_the_wanted_type() {
        var payload = Payload.of("encoding-of-nobody", new byte[] {1, 2, 3});
        for (var value : values()) {
            assertThatThrownBy(() -> codec().decode(payload, value.type()))
                    .isInstanceOf(Undecodable.class)
                    .hasMessageContaining("encoding-of-nobody")
                    .hasMessageContaining(value.type().getTypeName());
        }
    }

    @Test
    public void no_value_is_refused() {
        for (var value : values()) {
            assertThatThrownBy(() -> codec().decode(Payload.NONE, value.type()))
                    .isInstanceOf(Undecodable.class);
        }
    }
}
