package dev.reprise.app;

import dev.reprise.form.JsonSource;
import dev.reprise.sim.Staffing;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs commands as somebody at a keyboard would, and keeps what they print. */
final class Session {
    private final Map<String, String> environment;
    private final Staffing staffing;
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    Session() {
        this(Map.of(), Staffing.REAL);
    }

    /** With variables of the environment, and with a crew that may have bugs. */
    Session(Map<String, String> environment, Staffing staffing) {
        this.environment = environment;
        this.staffing = staffing;
    }

    /** Runs a command and says its exit code. */
    int run(Object... words) {
        out = new StringWriter();
        err = new StringWriter();
        var arguments = new String[words.length];
        for (int i = 0; i < words.length; i++) {
            arguments[i] = words[i].toString();
        }
        return Reprise.run(
                List.of(new Explore(environment, staffing)),
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                arguments);
    }

    /** What the last command printed. */
    String out() {
        return out.toString();
    }

    /** What the last command complained of. */
    String err() {
        return err.toString();
    }

    /** The fields of the one JSON object that the last command printed; only texts have values. */
    Map<String, String> json() throws IOException {
        var fields = new TreeMap<String, String>();
        JsonSource.read(
                "answer",
                new ByteArrayInputStream(out().getBytes(StandardCharsets.UTF_8)),
                json -> {
                    json.object(
                            field -> {
                                if (json.textFollows()) {
                                    fields.put(field, json.text());
                                } else {
                                    json.skip();
                                    fields.put(field, "");
                                }
                                return true;
                            });
                    return fields;
                });
        return fields;
    }
}
