package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.form.JsonSink;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Many things that are done one after the other, some hundred at a time; what became of them is
 * counted, and of each reason to refuse one the first sentence is kept.
 */
final class Deeds {
    /** What is on its way at a time has about so many bytes of values. */
    private static final long BYTES = 8 << 20;

    private final Desk desk;
    private final String requestId;
    private final int atOnce;
    private final List<Request.Many.Asked> next = new ArrayList<>();
    private final SortedMap<String, Refusals> refusals = new TreeMap<>();
    private long found;
    private long done;
    private long refused;

    /** Those that were refused for one reason. */
    private record Refusals(long count, String first) {
        Refusals another() {
            return new Refusals(count + 1, first);
        }
    }

    /**
     * None yet.
     *
     * @param requestId by which all are known, as is said when the engine does not answer
     * @param bytes how many each has
     */
    Deeds(Desk desk, String requestId, long bytes) {
        this.desk = desk;
        this.requestId = requestId;
        this.atOnce = Math.clamp(BYTES / (bytes + 1), 1, Request.Many.DEEDS_MAX);
    }

    /** Does it, together with others. */
    void add(String id, Request.Deed deed) {
        next.add(new Request.Many.Asked(id, deed));
        if (next.size() == atOnce) {
            flush();
        }
    }

    /** Does what is left. */
    void flush() {
        if (!next.isEmpty()) {
            found += next.size();
            desk.ask(requestId, new Request.Many(next), this::heard);
            next.clear();
            goOn();
        }
    }

    private void heard(Reply reply) {
        if (reply instanceof Reply.Did(var end)) {
            switch (end) {
                case Reply.Done _ -> done++;
                case Reply.Refused(var reason, var sentence) -> {
                    refused++;
                    refusals.merge(
                            reason, new Refusals(1, sentence), (before, _) -> before.another());
                }
            }
        }
    }

    /** An engine that closes, or cannot write any more, would refuse all the others, too. */
    private void goOn() {
        refusals.forEach(
                (reason, each) -> {
                    if (reason.equals("CLOSED") || reason.startsWith("STORE_")) {
                        throw new Desk.Declined(
                                reason,
                                each.first()
                                        + " So far "
                                        + done
                                        + " of "
                                        + found
                                        + " are done; the same with --request-id "
                                        + requestId
                                        + " does the others.");
                    }
                });
    }

    /**
     * How far it is.
     *
     * @param one what was found
     * @param many the same, of which there are several
     */
    String progress(String one, String many) {
        return found
                + " "
                + (found == 1 ? one : many)
                + " found, "
                + done
                + " done, "
                + refused
                + " refused";
    }

    boolean isWhole() {
        return refused == 0;
    }

    /** Why some were refused, a line for each reason. */
    List<String> reasons() {
        List<String> lines = new ArrayList<>();
        for (Refusals each : refusals.values()) {
            lines.add(each.first() + (each.count() == 1 ? "" : " (one of " + each.count() + ")"));
        }
        return lines;
    }

    /** What became of them, for programs. */
    void fields(JsonSink json) {
        json.name("found").number(found);
        json.name("done").number(done);
        json.name("refused").number(refused);
        json.name("reasons")
                .array(
                        () ->
                                refusals.forEach(
                                        (reason, each) ->
                                                json.object(
                                                        () -> {
                                                            json.name("reason").text(reason);
                                                            json.name("count").number(each.count());
                                                            json.name("first").text(each.first());
                                                        })));
    }
}
