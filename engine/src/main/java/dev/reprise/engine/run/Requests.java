package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.engine.store.Store;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a run was asked under a request id: it is carried out once, however often it is asked. */
final class Requests {
    private static final String DIGEST = "sha-256:";
    private static final Pattern OF_RUN =
            Pattern.compile(
                    "[a-z]+/(?<leg>\\d{1,18})(\\.(?<birth>\\d{1,18}))?/(?<seq>\\d{1,18})/(?<name>.+)",
                    Pattern.DOTALL);

    private final Store store;
    private final RunId run;

    /** What goes with the next append; most runs never have any. */
    private @Nullable TreeSet<String> fresh;

    /** What goes with the append that is on its way. */
    private @Nullable TreeSet<String> underWay;

    Requests(Store store, RunId run) {
        this.store = store;
        this.run = run;
    }

    /** How it is with a request. */
    enum Seen {
        /** It is new. */
        NEVER,
        /** It is carried out by what is not durable yet. */
        UNDER_WAY,
        /** It was carried out. */
        DONE
    }

    Seen seen(String id) {
        if (id.isEmpty()) {
            return Seen.NEVER;
        }
        if ((fresh != null && fresh.contains(id)) || (underWay != null && underWay.contains(id))) {
            return Seen.UNDER_WAY;
        }
        return store.request(run, id).isPresent() ? Seen.DONE : Seen.NEVER;
    }

    /** Where a request was carried out; empty when it was not, or is not durable. */
    OptionalLong position(String id) {
        return store.request(run, id);
    }

    /** It is carried out by the next append. */
    void add(String id) {
        if (!id.isEmpty()) {
            if (fresh == null) {
                fresh = new TreeSet<>();
            }
            fresh.add(id);
        }
    }

    /** What the next append carries out; from now on it is under way. */
    List<String> taken() {
        if (fresh == null) {
            return List.of();
        }
        List<String> taken = new ArrayList<>(fresh);
        underWay = fresh;
        fresh = null;
        return taken;
    }

    /** What was under way is durable. */
    void settled() {
        underWay = null;
    }

    void clear() {
        fresh = null;
        underWay = null;
    }

    /** The id of what a run asks of another, by a command. */
    static String ofRun(String what, Parent asker) {
        String birth = asker.birth() == 0 ? "" : "." + asker.birth();
        String ending = what + "/" + asker.leg() + birth + "/" + asker.seq() + "/";
        String name = asker.run().value();
        return ending.length() + name.length() <= Text.NAME_CHARS_MAX
                ? ending + name
                : ending + DIGEST + digest(name);
    }

    /** Who has asked, as far as an id tells. */
    sealed interface Asker {
        /** Nobody who asks again by himself. */
        record Client() implements Asker {}

        /** A run, by a command. */
        record Run(Parent by) implements Asker {}

        /** A run whose name was too long to be told. */
        record Unnamed() implements Asker {}
    }

    /** Who has asked under an id that {@link #ofRun} may have made. */
    static Asker asker(String id) {
        Matcher found = OF_RUN.matcher(id);
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

    private static String digest(String text) {
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
