package dev.reprise.sim.explore;

import dev.reprise.form.JsonSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What exploring has found.
 *
 * @param flaw what is wrong
 * @param order in which of the orders that were tried, from 1; 0 when it was given
 * @param schedule the smallest order in which it is found, in one line
 * @param story what happens in that order
 * @param tries how many orders it took to make it small
 */
public record Finding(Flaw flaw, long order, String schedule, List<Line> story, int tries) {
    /** Copies the list. */
    public Finding {
        story = List.copyOf(story);
    }

    /**
     * What is wrong, and how it was found, in one line.
     *
     * @param schedules how many orders were to be tried
     */
    public String heading(int schedules) {
        return order == 0
                ? flaw.toString()
                : flaw
                        + " (order "
                        + order
                        + " of "
                        + schedules
                        + ", made small in "
                        + tries
                        + " tries)";
    }

    /** The story in lines for people. */
    public String told() {
        int lanes = story.stream().mapToInt(it -> it.lane().length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < story.size(); i++) {
            Line line = story.get(i);
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%4d  %-" + Math.max(1, lanes) + "s  %s%s",
                            i + 1,
                            line.lane(),
                            line.text(),
                            line.source().isEmpty() ? "" : "  at " + line.source()));
        }
        return String.join("\n", lines);
    }

    /** The story as a picture, as SVG that needs nothing else. */
    public String picture() {
        return StoryPicture.of(this);
    }

    /** The story as a page for a browser, which steps through it, and needs nothing else. */
    public String page(String name) {
        return StoryPage.of(name, this);
    }

    /** Writes its fields. */
    public void writeJson(JsonSink json) {
        json.name("flaw")
                .object(
                        () -> {
                            json.name("kind").text(flaw.kind().name().toLowerCase(Locale.ROOT));
                            json.name("message").text(flaw.message());
                        });
        json.name("order").number(order);
        json.name("tries").number(tries);
        json.name("schedule").text(schedule);
        json.name("story")
                .inLines()
                .array(() -> story.forEach(line -> json.object(() -> line.writeJson(json))));
    }

    /**
     * Keeps it in files of a folder: {@code NAME.json} for programs, {@code NAME.html} for people.
     *
     * @return the page
     */
    public Path keep(Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        try (var out = Files.newOutputStream(folder.resolve(name + ".json"))) {
            JsonSink.write(
                    out,
                    json ->
                            json.object(
                                    () -> {
                                        json.name("name").text(name);
                                        writeJson(json);
                                    }));
        }
        return Files.writeString(folder.resolve(name + ".html"), page(name));
    }
}
