package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.rules.RuleFile;
import dev.reprise.engine.testing.StubCall;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestEngines;
import dev.reprise.examples.Geocoding.Geocoder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** However many ask, the service sees five calls a second; what fails meanwhile is tried again. */
@ExtendWith(TestEngines.class)
class GeocodingTest {
    private static final String FILE =
            """
            rules:
              - name: Geocoder.locate
                policy:
                  rate: 5/1s
                  concurrencyMax: 10
                  startToClose: 10s
                  maxRetries: 6
                  backoff: jitter
                  delayBase: 1s
                  fatalTypes: [NoSuchAddress]
                  breaker: geocoder
                  ignoredTypes: [NoSuchAddress]
                  onOpen: wait
            """;

    private static TestEngine ready(TestEngine engine) {
        return engine.register(Geocoding.class).rules(Geocoding.RULES);
    }

    private static List<String> addresses(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(it -> "street " + it).toList();
    }

    private static String place(StubCall call) {
        return "place of " + call.argument(0, String.class);
    }

    @Test
    void two_runs_together_make_five_calls_a_second_and_no_more(TestEngine engine) {
        ready(engine);
        var geocoder = engine.stub(Geocoder.class);
        geocoder.on(Geocoder::locate).answers(GeocodingTest::place);
        var client = engine.client();
        var first = client.start(Geocoding.class, new RunId("first"), addresses(12));
        var second = client.start(Geocoding.class, new RunId("second"), addresses(12));
        assertThat(first.result()).hasSize(12).startsWith("place of street 1");
        assertThat(second.result()).hasSize(12);
        List<Instant> starts = geocoder.calls().stream().map(StubCall::at).toList();
        assertThat(starts).hasSize(24);
        for (int i = 5; i < starts.size(); i++) {
            assertThat(Duration.between(starts.get(i - 5), starts.get(i)))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void a_service_that_is_busy_is_asked_again_and_one_that_says_no_is_not(TestEngine engine) {
        ready(engine);
        var geocoder = engine.stub(Geocoder.class);
        geocoder.on(Geocoder::locate).fails("TooManyRequests", "slow down").returns("Rome");
        var run = engine.client().start(Geocoding.class, new RunId("busy"), List.of("via 1"));
        assertThat(run.result()).containsExactly("Rome");
        geocoder.on(Geocoder::locate).fails("NoSuchAddress", "nowhere");
        var lost = engine.client().start(Geocoding.class, new RunId("lost"), List.of("via 2"));
        assertThatThrownBy(lost::result).hasMessageContaining("nowhere");
        assertThat(geocoder.calls()).hasSize(3);
    }

    @Test
    void the_rules_could_be_a_file() {
        assertThat(RuleFile.read(FILE)).isEqualTo(Geocoding.RULES);
    }

    @Test
    void every_address_has_its_place_wherever_it_crashes() {
        TestEngine.crashEverywhere(
                engine -> {
                    ready(engine);
                    engine.stub(Geocoder.class).on(Geocoder::locate).answers(GeocodingTest::place);
                    var run = engine.client().start(Geocoding.class, addresses(3));
                    assertThat(run.result())
                            .containsExactly(
                                    "place of street 1", "place of street 2", "place of street 3");
                });
    }
}
