package dev.reprise.examples;

import dev.reprise.flow.Body;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Settled;
import dev.reprise.flow.Workflow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Map and reduce: the words of a book are counted page by page, side by side, and added up.
 *
 * <p>The pages are not known before the run has asked for them. Each is counted by an activity of
 * its own, so one that fails is tried again alone, and after a crash only those pages are counted
 * again whose counts were not recorded. A page that cannot be read at all does not spoil the rest:
 * the report says which were left out.
 *
 * <p>What to look at:
 *
 * <ul>
 *   <li>{@link Flow#parallelSettled} lets all branches end, and says how each did; {@link
 *       Flow#parallel} would cancel the others when one fails.
 *   <li>The semaphore keeps it to four pages at a time. It is the run's own; what is to be limited
 *       among all runs is a policy: see {@code Geocoding}.
 *   <li>To add up is plain code in the workflow: no activity is needed for what only computes. Maps
 *       are sorted, since the order of a {@code HashMap} could differ on replay: the determinism
 *       guard refuses to go through one.
 * </ul>
 *
 * <pre>
 * reprise run WordCount.java --input '"rhymes"'
 * </pre>
 */
final class WordCount implements Workflow<String, WordCount.Report> {
    record Word(String word, int count) {}

    record Report(List<Word> most, List<String> unread) {}

    interface Library {
        List<String> pages(String book);

        SortedMap<String, Integer> count(String page);
    }

    private static final int AT_ONCE = 4;
    private static final int SHOWN = 3;

    @Override
    public Report run(String book) {
        var library = Flow.activity(Library.class);
        var permits = Flow.semaphore(AT_ONCE);
        List<String> pages = library.pages(book);
        List<Body<SortedMap<String, Integer>>> counting = new ArrayList<>();
        for (String page : pages) {
            counting.add(() -> permits.with(() -> library.count(page)));
        }
        List<Settled<SortedMap<String, Integer>>> counted = Flow.parallelSettled(counting);
        return reduced(pages, counted);
    }

    private static Report reduced(
            List<String> pages, List<Settled<SortedMap<String, Integer>>> counted) {
        var sum = new TreeMap<String, Integer>();
        List<String> unread = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
            switch (counted.get(i)) {
                case Settled.Value(var words) ->
                        words.forEach((word, count) -> sum.merge(word, count, Integer::sum));
                case Settled.Failed(_) -> unread.add(pages.get(i));
            }
        }
        List<Word> most =
                sum.entrySet().stream()
                        .map(it -> new Word(it.getKey(), it.getValue()))
                        .sorted(Comparator.comparingInt(Word::count).reversed())
                        .limit(SHOWN)
                        .toList();
        return new Report(most, unread);
    }

    /** A library with one book. */
    static final class Shelf implements Library {
        private static final Map<String, String> PAGES =
                new TreeMap<>(
                        Map.of(
                                "rhymes/1", "Row row row your boat gently down the stream",
                                "rhymes/2", "Merrily merrily merrily merrily",
                                "rhymes/3", "Life is but a dream",
                                "rhymes/4", "Row the boat"));

        @Override
        public List<String> pages(String book) {
            return PAGES.keySet().stream().filter(it -> it.startsWith(book + "/")).toList();
        }

        @Override
        public SortedMap<String, Integer> count(String page) {
            var counts = new TreeMap<String, Integer>();
            for (String word : PAGES.getOrDefault(page, "").split(" ")) {
                counts.merge(word.toLowerCase(Locale.ROOT), 1, Integer::sum);
            }
            return counts;
        }
    }
}
