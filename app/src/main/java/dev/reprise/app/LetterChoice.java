package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.filter.Filter;
import dev.reprise.form.Malformed;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which of the activities are meant that wait for a person. */
final class LetterChoice {
    @Option(
            names = {"--queue", "--name"},
            paramLabel = "QUEUE",
            description = "Those in this queue.")
    private String queue = "";

    @Option(
            names = "--filter",
            paramLabel = "FILTER",
            description = "Those of the runs that this accepts.")
    private String filter = "";

    LetterChoice() {}

    LetterChoice(String filter) {
        this.filter = filter;
    }

    /** Whether anything is said. */
    boolean isMade() {
        return !queue.isEmpty() || !filter.isEmpty();
    }

    /** Finds them. */
    List<Reply.Letter> letters(Desk desk, EngineCommand asked) {
        Filter runs;
        try {
            runs = Filter.parse(filter);
        } catch (Malformed e) {
            throw asked.wrong(String.valueOf(e.getMessage()));
        }
        List<Reply.Letter> letters = new ArrayList<>();
        desk.ask(
                "queue",
                new Request.ListLetters(runs, queue),
                reply -> {
                    if (reply instanceof Reply.Letter letter) {
                        letters.add(letter);
                    }
                });
        return letters;
    }
}
