package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.history.Job;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Under what a request is known: what is asked, and the id that whoever asks has given it. Another
 * operation, a signal of another name, another activity under the same id is another request. What
 * clients ask, runs ask, and updates ask have rows of different forms, whatever is in their ids:
 * {@code cancel:id}, {@code cancel/leg/seq/run}, {@code update/id}.
 *
 * @param row the name of its row in the store; empty when it has no id, and is never known again
 * @param older the name that an older version has given its row; empty when that is the same
 */
record RequestKey(String row, String older) {
    /** Of what has no id. */
    static final RequestKey NONE = new RequestKey("", "");

    private static final String DIGEST = "sha-256:";
    private static final String DELETION = "delete";

    /** What runs ask of others. */
    private static final Pattern OF_RUN =
            Pattern.compile(
                    "(signal|cancel|child|close)/(?<leg>\\d{1,18})(\\.(?<birth>\\d{1,18}))?/(?<seq>\\d{1,18})/(?<name>.+)",
                    Pattern.DOTALL);

    /** Ids of clients, by which older versions knew what they asked, that would read as rows. */
    private static final Pattern LIKE_ROW =
            Pattern.compile(
                    "((signal|cancel|child|close|update)/"
                            + "|(start|signal|cancel|terminate|reset|fork|delete|redrive|resolve"
                            + "|pause|resume):).*",
                    Pattern.DOTALL);

    /** What a client asks under an id, or under none. */
    static RequestKey of(String what, String id) {
        return id.isEmpty() ? NONE : new RequestKey(named(what + ":", id), older(id));
    }

    /** The same about something that has a name: a signal, an activity, a queue. */
    static RequestKey of(String what, String name, String id) {
        // With its length, so that no other name and id read the same.
        return id.isEmpty()
                ? NONE
                : new RequestKey(
                        named(what + ":" + name.length() + "/", name + "/" + id), older(id));
    }

    /** Nothing, where it could be another request that is known. */
    private static String older(String id) {
        return LIKE_ROW.matcher(id).matches() ? "" : id;
    }

    /** A start, by a client or by a parent. */
    static RequestKey of(Beginning terms) {
        return terms.parent() == null
                ? of("start", terms.requestId())
                : new RequestKey(terms.requestId(), "");
    }

    /** What a client tells a run. */
    static RequestKey telling(Job job, String id) {
        return job instanceof Job.Signal signal
                ? of("signal", signal.name(), id)
                : of("cancel", id);
    }

    /** By what a message was known when it came. */
    static RequestKey of(Job message) {
        return switch (message) {
            case Job.Update update -> update(update.id());
            // One that a run has sent says how it is known.
            case Job.Signal signal when !signal.sender().isEmpty() ->
                    new RequestKey(signal.requestId(), "");
            case Job.Signal signal -> telling(signal, signal.requestId());
            default -> NONE;
        };
    }

    /** An update, which always has an id. */
    static RequestKey update(String id) {
        return new RequestKey(named("update/", id), "");
    }

    /** What a run asks of another, by a command. */
    static RequestKey ofRun(String what, Parent asker) {
        String birth = asker.birth() == 0 ? "" : "." + asker.birth();
        String place = what + "/" + asker.leg() + birth + "/" + asker.seq() + "/";
        return new RequestKey(named(place, asker.run().value()), "");
    }

    /** That a run is to be deleted. */
    static RequestKey deletion(String id) {
        return of(DELETION, id);
    }

    /** Who has asked, as far as the name of a row tells. */
    sealed interface Asker {
        /** Nobody who asks again by himself. */
        record Client() implements Asker {}

        /** A run, by a command. */
        record Run(Parent by) implements Asker {}

        /** A run whose name was too long to be told. */
        record Unnamed() implements Asker {}

        /** Whoever wanted the run deleted that had the id before. */
        record Deleter() implements Asker {}
    }

    /** Who has asked for what is known by a row. */
    static Asker asker(String row) {
        if (row.startsWith(DELETION + ":")) {
            return new Asker.Deleter();
        }
        Matcher found = OF_RUN.matcher(row);
        if (!found.matches()) {
            return new Asker.Client();
        }
        String name = found.group("name");
        if (name.startsWith(DIGEST)) {
            return new Asker.Unnamed();
        }
        String birth = found.group("birth");
        return new Asker.Run(
                new Parent(
                        new RunId(name),
                        Long.parseLong(found.group("leg")),
                        Long.parseLong(found.group("seq")),
                        birth == null ? 0 : Long.parseLong(birth)));
    }

    private static String named(String what, String name) {
        return what.length() + name.length() <= Text.NAME_CHARS_MAX
                ? what + name
                : what + DIGEST + digest(name);
    }

    private static String digest(String text) {
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
