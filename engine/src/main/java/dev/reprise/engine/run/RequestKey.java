package dev.reprise.engine.run;

import dev.reprise.Text;
import dev.reprise.history.Job;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Under what a request is known: what is asked, and the id that whoever asks has given it. Another
 * operation, a signal of another name, another activity under the same id is another request.
 *
 * @param row the name of its row in the store; empty when it has no id, and is never known again
 * @param older the name that an older version has given its row; empty when that is the same
 */
record RequestKey(String row, String older) {
    /** Of what has no id. */
    static final RequestKey NONE = new RequestKey("", "");

    private static final String DIGEST = "sha-256:";

    /** What a client asks under an id, or under none. */
    static RequestKey of(String what, String id) {
        return id.isEmpty() ? NONE : new RequestKey(named(what + "/", id), id);
    }

    /** The same about something that has a name: a signal, an activity, a queue. */
    static RequestKey of(String what, String name, String id) {
        // With its length, so that no other name and id read the same.
        return id.isEmpty()
                ? NONE
                : new RequestKey(named(what + "/" + name.length() + "/", name + "/" + id), id);
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
