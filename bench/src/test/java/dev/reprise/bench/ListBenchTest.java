package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.engine.run.Listing;
import dev.reprise.engine.store.Store;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Selection;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That what is said to be measured is; not how long it takes. */
@Timeout(120)
final class ListBenchTest {
    private static final int COUNT = 2 * RunList.TEMPLATES;

    @Test
    void every_page_is_asked_for_and_is_where_it_is_said_to_be(@TempDir Path folder)
            throws InterruptedException {
        RunList.make(folder, COUNT);
        var figures = RunList.measured(folder, COUNT, 1);
        for (var label : RunList.labels()) {
            assertThat(figures.measured(label).value()).as(label).isPositive();
        }
        try (var store = Store.open(folder)) {
            assertThat(counted(store, "")).isEqualTo(COUNT);
            assertThat(counted(store, "type = 'order' and status = completed")).isEqualTo(2 * 600);
            assertThat(counted(store, "status = running")).isEqualTo(2 * 299);
            assertThat(counted(store, "type = 'report'")).isEqualTo(2 * 100);
            assertThat(counted(store, "status = failed")).isEqualTo(2 * 50);
            assertThat(counted(store, "type = 'audit'")).isEqualTo(2);
            assertThat(counted(store, "customer = 'c-17'")).isEqualTo(2 * 10);
            var last = page(store, RunList.Question.BY_ID_LAST);
            assertThat(last.heads()).hasSize(Selection.LIMIT_DEFAULT);
            assertThat(last.next()).isEmpty();
            var oldest = page(store, RunList.Question.BY_START_LAST);
            assertThat(oldest.heads()).hasSize(Selection.LIMIT_DEFAULT);
            assertThat(oldest.next()).isEmpty();
            assertThat(page(store, RunList.Question.BY_NO_ATTRIBUTE).heads()).isEmpty();
        }
    }

    private static long counted(Store store, String filter) {
        return Listing.count(store, Filter.parse(filter), Instant.now());
    }

    private static Listing page(Store store, RunList.Question question) {
        var now = Instant.now();
        return Listing.of(store, question.selection(store, COUNT, now), now);
    }
}
