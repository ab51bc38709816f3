package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.testing.StubCall;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestEngines;
import dev.reprise.examples.WordCount.Library;
import dev.reprise.examples.WordCount.Shelf;
import dev.reprise.examples.WordCount.Word;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All pages are counted, four at a time; one that cannot be read does not spoil the rest. */
@ExtendWith(TestEngines.class)
class WordCountTest {
    @Test
    void words_are_counted_over_all_pages(TestEngine engine) {
        engine.register(WordCount.class).activities(new Shelf());
        var report = engine.client().start(WordCount.class, "rhymes").result();
        assertThat(report.most())
                .containsExactly(new Word("merrily", 4), new Word("row", 4), new Word("boat", 2));
        assertThat(report.unread()).isEmpty();
    }

    @Test
    void a_page_that_cannot_be_read_is_told_and_the_others_count(TestEngine engine) {
        engine.register(WordCount.class);
        var library = engine.stub(Library.class);
        library.on(Library::pages).returns(List.of("1", "2"));
        library.on(Library::count)
                .failsForGood("Torn", "half of it is missing")
                .returns(new TreeMap<>(Map.of("tea", 2)));
        var report = engine.client().start(WordCount.class, "torn").result();
        assertThat(report.unread()).containsExactly("1");
        assertThat(report.most()).containsExactly(new Word("tea", 2));
    }

    @Test
    void four_pages_are_counted_at_a_time(TestEngine engine) {
        engine.register(WordCount.class);
        var library = engine.stub(Library.class);
        library.on(Library::pages)
                .returns(IntStream.range(0, 10).mapToObj(Integer::toString).toList());
        library.on(Library::count).takes(Duration.ofMinutes(1)).returns(new TreeMap<>());
        var began = engine.now();
        engine.client().start(WordCount.class, "long").result();
        assertThat(library.calls("count"))
                .extracting(StubCall::at)
                .filteredOn(it -> it.equals(began))
                .hasSize(4);
    }

    @Test
    void the_counts_are_the_same_wherever_it_crashes() {
        TestEngine.crashEverywhere(
                engine -> {
                    engine.register(WordCount.class).activities(new Shelf());
                    var report = engine.client().start(WordCount.class, "rhymes").result();
                    assertThat(report.most()).contains(new Word("merrily", 4));
                    engine.replayAll();
                });
    }
}
