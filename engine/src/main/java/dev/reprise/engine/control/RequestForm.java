package dev.reprise.engine.control;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.Text;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Selection;
import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed;
import dev.reprise.form.Malformed.Problem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Requests as JSON. Fields that a request does not have are refused. */
final class RequestForm {
    /**
     * The version of the protocol that is spoken here. Version 1, which is answered, too, does not
     * say which forms are read.
     */
    static final int VERSION = 2;

    private static final int VERSION_OLDEST = 1;

    /**
     * The number of the forms in which entries, summaries and schedules are stored now: whoever
     * changes one of them so that an older command line could not read it adds one.
     */
    static final int FORMS = 2;

    /** Who does not say which forms it reads is not asked. */
    private static final long UNSAID = Long.MAX_VALUE;

    private RequestForm() {}

    /**
     * A request and the id by which it is known.
     *
     * @param forms up to which forms of what is stored are read by who asks
     */
    record Numbered(String id, Request request, long forms) {
        /** That its answer could not be read by who asks; empty when it can. */
        Optional<Reply.Refused> unreadable() {
            return forms >= FORMS || !request.isForStored()
                    ? Optional.empty()
                    : Optional.of(
                            new Reply.Refused(
                                    "OTHER_RELEASE",
                                    "The engine, of release "
                                            + Health.release()
                                            + ", stores in forms of number "
                                            + FORMS
                                            + ", and who asks reads them up to number "
                                            + forms
                                            + ": it is older. Use the command line of the"
                                            + " engine's release."));
        }
    }

    // ---- Writing ----

    static void write(JsonSink json, String id, Request request) {
        write(json, id, request, FORMS);
    }

    static void write(JsonSink json, String id, Request request, long forms) {
        json.name("version").number(VERSION);
        json.name("forms").number(forms);
        fields(json, id, request);
    }

    private static void fields(JsonSink json, String id, Request request) {
        json.name("id").text(id);
        json.name("do").text(verb(request));
        switch (request) {
            case Request.ListRuns it -> json.name("selection").text(it.selection().toText());
            case Request.CountRuns it -> json.name("selection").text(it.filter().toText());
            case Request.FindRun it -> run(json, it.run());
            case Request.ReadEntries it -> {
                run(json, it.run());
                json.name("from").number(it.from());
                json.name("to").number(it.to());
            }
            case Request.ReadKept it -> json.name("name").text(it.name());
            case Request.ListLetters it -> {
                if (!it.filter().toText().isEmpty()) {
                    json.name("selection").text(it.filter().toText());
                }
                if (!it.queue().isEmpty()) {
                    json.name("name").text(it.queue());
                }
            }
            case Request.Many it ->
                    json.name("deeds")
                            .array(
                                    () ->
                                            it.deeds()
                                                    .forEach(
                                                            each ->
                                                                    json.object(
                                                                            () ->
                                                                                    fields(
                                                                                            json,
                                                                                            each
                                                                                                    .id(),
                                                                                            each
                                                                                                    .deed()))));
            case Request.CheckHealth _, Request.ListQueues _, Request.Compact _ -> {}
            case Request.Backup it -> json.name("folder").text(it.folder().toString());
            case Request.DescribeSchedule it -> json.name("name").text(it.name());
            case Request.CreateSchedule it -> {
                json.name("name").text(it.name());
                values(json, List.of(it.spec()));
            }
            case Request.PauseQueue it -> json.name("name").text(it.queue());
            case Request.Start it -> {
                run(json, it.run());
                json.name("type").text(it.type());
                values(json, it.input());
                if (!it.patience().isZero()) {
                    json.name("millis").number(it.patience().toMillis());
                }
                if (!it.terms().equals(StartTerms.PLAIN)) {
                    json.name("terms").object(() -> TermsForm.write(json, it.terms()));
                }
            }
            case Request.Signal it -> {
                run(json, it.run());
                json.name("name").text(it.name());
                values(json, it.input());
            }
            case Request.Update it -> {
                run(json, it.run());
                json.name("name").text(it.name());
                values(json, it.input());
                if (it.accepted()) {
                    json.name("accepted").bool(true);
                }
                if (!it.patience().isZero()) {
                    json.name("millis").number(it.patience().toMillis());
                }
            }
            case Request.Query it -> {
                run(json, it.run());
                json.name("name").text(it.name());
                values(json, it.input());
            }
            case Request.Await it -> {
                run(json, it.run());
                json.name("millis").number(it.patience().toMillis());
            }
            case Request.Cancel it -> reasoned(json, it.run(), it.reason());
            case Request.Terminate it -> reasoned(json, it.run(), it.reason());
            case Request.Reset it -> {
                reasoned(json, it.run(), it.reason());
                json.name("activations").number(it.activations());
                json.name("signals").number(it.signals() ? 1 : 0);
            }
            case Request.Fork it -> {
                run(json, it.run());
                json.name("activations").number(it.activations());
                json.name("other").text(it.other().value());
            }
            case Request.Delete it -> run(json, it.run());
            case Request.Complete it -> {
                json.name("token").text(it.token());
                values(json, List.of(it.value()));
            }
            case Request.Heartbeat it -> {
                json.name("token").text(it.token());
                values(json, List.of(it.details()));
            }
            case Request.Fail it -> {
                json.name("token").text(it.token());
                json.name("type").text(it.type());
                json.name("reason").text(it.message());
            }
            case Request.Redrive it -> activity(json, it.run(), it.activity());
            case Request.Resolve it -> {
                activity(json, it.run(), it.activity());
                values(json, List.of(it.value()));
            }
            case Request.Reject it -> {
                activity(json, it.run(), it.activity());
                json.name("reason").text(it.message());
            }
        }
    }

    private static void run(JsonSink json, RunId run) {
        json.name("run").text(run.value());
    }

    private static void activity(JsonSink json, RunId run, String activity) {
        run(json, run);
        json.name("activity").text(activity);
    }

    private static void reasoned(JsonSink json, RunId run, String reason) {
        run(json, run);
        json.name("reason").text(reason);
    }

    private static void values(JsonSink json, List<Payload> values) {
        json.name("values").array(() -> values.forEach(it -> value(json, it)));
    }

    static void value(JsonSink json, Payload value) {
        json.object(
                () -> {
                    json.name("encoding").text(value.encoding());
                    Text.printable(value.bytes(), value.size())
                            .ifPresentOrElse(
                                    text -> json.name("text").text(text),
                                    () -> json.name("base64").base64(value.bytes()));
                });
    }

    private static String requestId(String text) {
        return text.isEmpty() ? text : Text.name("a request id", text);
    }

    private static String verb(Request request) {
        return switch (request) {
            case Request.ListRuns _ -> "list";
            case Request.CountRuns _ -> "count";
            case Request.FindRun _ -> "find";
            case Request.ReadEntries _ -> "entries";
            case Request.ReadKept _ -> "kept";
            case Request.ListLetters _ -> "letters";
            case Request.Many _ -> "many";
            case Request.CheckHealth _ -> "health";
            case Request.DescribeSchedule _ -> "describe_schedule";
            case Request.CreateSchedule _ -> "create_schedule";
            case Request.ListQueues _ -> "queues";
            case Request.PauseQueue it -> it.paused() ? "pause" : "resume";
            case Request.Start _ -> "start";
            case Request.Signal _ -> "signal";
            case Request.Update _ -> "update";
            case Request.Query _ -> "query";
            case Request.Await _ -> "await";
            case Request.Cancel _ -> "cancel";
            case Request.Terminate _ -> "terminate";
            case Request.Reset _ -> "reset";
            case Request.Fork _ -> "fork";
            case Request.Delete _ -> "delete";
            case Request.Backup _ -> "backup";
            case Request.Compact _ -> "compact";
            case Request.Complete _ -> "complete";
            case Request.Heartbeat _ -> "heartbeat";
            case Request.Fail _ -> "fail";
            case Request.Redrive _ -> "redrive";
            case Request.Resolve _ -> "resolve";
            case Request.Reject _ -> "reject";
        };
    }

    // ---- Reading ----

    static Numbered read(JsonSource json) {
        var fields = new Fields(json);
        json.object(fields::take);
        return fields.numbered();
    }

    static Payload value(JsonSource json) {
        String[] encoding = {""};
        byte[][] bytes = {{}};
        json.object(
                field -> {
                    switch (field) {
                        case "encoding" -> encoding[0] = json.text();
                        case "text" -> bytes[0] = json.text().getBytes(StandardCharsets.UTF_8);
                        case "base64" -> bytes[0] = json.base64();
                        default -> {
                            return false;
                        }
                    }
                    return true;
                });
        return checked(json, () -> Payload.wrap(encoding[0], bytes[0]));
    }

    /** What a constructor refuses is a fault of the request. */
    private static <T> T checked(JsonSource json, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw json.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }

    /** The fields that were found, in whatever order. */
    private static final class Fields {
        private final JsonSource json;
        private final SortedMap<String, String> texts = new TreeMap<>();
        private final SortedMap<String, Long> numbers = new TreeMap<>();
        private final List<Payload> values = new ArrayList<>();
        private final List<Request.Many.Asked> deeds = new ArrayList<>();
        private boolean hasValues;
        private boolean hasDeeds;
        private boolean accepted;
        private StartTerms terms = StartTerms.PLAIN;
        private boolean versioned;

        Fields(JsonSource json) {
            this.json = json;
        }

        boolean take(String field) {
            switch (field) {
                case "id",
                        "do",
                        "selection",
                        "run",
                        "name",
                        "type",
                        "reason",
                        "token",
                        "other",
                        "folder",
                        "activity" ->
                        texts.put(field, json.text());
                case "version" -> checkVersion(json.number());
                case "activations" ->
                        numbers.put(field, json.number(Long.MIN_VALUE, Long.MAX_VALUE));
                case "from", "to", "millis", "signals", "forms" ->
                        numbers.put(field, json.number(0, Long.MAX_VALUE));
                case "accepted" -> accepted = json.bool();
                case "terms" -> terms = TermsForm.read(json);
                case "deeds" -> {
                    hasDeeds = true;
                    json.array(() -> deeds.add(deed(json)));
                }
                case "values" -> {
                    hasValues = true;
                    json.array(() -> values.add(value(json)));
                }
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void checkVersion(long version) {
            if (version < VERSION_OLDEST || version > VERSION) {
                throw json.malformed(
                        Problem.VERSION,
                        "version "
                                + version
                                + " is not spoken here, only "
                                + VERSION_OLDEST
                                + " to "
                                + VERSION
                                + ", by release "
                                + Health.release()
                                + ": use the command line and the engine of one release.");
            }
            versioned = true;
        }

        private String text(String field) {
            String value = texts.remove(field);
            if (value == null) {
                throw missing(field);
            }
            return value;
        }

        private long number(String field) {
            Long value = numbers.remove(field);
            if (value == null) {
                throw missing(field);
            }
            return value;
        }

        /** How long somebody waits; zero when nothing is said. */
        private Duration patience() {
            return numbers.containsKey("millis")
                    ? Duration.ofMillis(number("millis"))
                    : Duration.ZERO;
        }

        private Malformed missing(String field) {
            return json.malformed(Problem.INCONSISTENT, "the field \"" + field + "\" is missing.");
        }

        private RunId run() {
            return new RunId(text("run"));
        }

        private List<Payload> values() {
            if (!hasValues) {
                throw missing("values");
            }
            hasValues = false;
            return values;
        }

        private Payload only() {
            List<Payload> all = values();
            if (all.size() != 1) {
                throw json.malformed(
                        Problem.INCONSISTENT, "there is one value here, not " + all.size() + ".");
            }
            return all.getFirst();
        }

        /** One of many: it has no version of its own, and may only be what can be one. */
        private static Request.Many.Asked deed(JsonSource json) {
            var fields = new Fields(json);
            json.object(field -> !field.equals("deeds") && fields.take(field));
            fields.versioned = true;
            Numbered one = fields.numbered();
            if (one.request() instanceof Request.Deed deed) {
                return new Request.Many.Asked(one.id(), deed);
            }
            throw json.malformed(
                    Problem.INCONSISTENT,
                    "\"" + verb(one.request()) + "\" is not one of many things at once.");
        }

        private List<Request.Many.Asked> deeds() {
            if (!hasDeeds) {
                throw missing("deeds");
            }
            hasDeeds = false;
            return deeds;
        }

        private String textOr(String field, String otherwise) {
            return texts.containsKey(field) ? text(field) : otherwise;
        }

        Numbered numbered() {
            if (!versioned) {
                throw missing("version");
            }
            String id = checked(json, () -> requestId(text("id")));
            String verb = text("do");
            long forms = numbers.containsKey("forms") ? number("forms") : UNSAID;
            Request request = checked(json, () -> request(verb));
            checkAllUsed(verb);
            return new Numbered(id, request, forms);
        }

        private void checkAllUsed(String verb) {
            SortedSet<String> left = new TreeSet<>(texts.keySet());
            left.addAll(numbers.keySet());
            if (hasValues) {
                left.add("values");
            }
            if (accepted) {
                left.add("accepted");
            }
            if (hasDeeds) {
                left.add("deeds");
            }
            if (!terms.equals(StartTerms.PLAIN)) {
                left.add("terms");
            }
            if (!left.isEmpty()) {
                throw json.malformed(
                        Problem.UNKNOWN, "\"" + verb + "\" has no field \"" + left.first() + "\".");
            }
        }

        private boolean accepted() {
            boolean found = accepted;
            accepted = false;
            return found;
        }

        private StartTerms terms() {
            StartTerms found = terms;
            terms = StartTerms.PLAIN;
            return found;
        }

        private Request request(String verb) {
            return switch (verb) {
                case "list" -> new Request.ListRuns(Selection.parse(text("selection")));
                case "count" -> new Request.CountRuns(Filter.parse(text("selection")));
                case "find" -> new Request.FindRun(run());
                case "entries" -> new Request.ReadEntries(run(), number("from"), number("to"));
                case "kept" -> new Request.ReadKept(text("name"));
                case "letters" ->
                        new Request.ListLetters(
                                Filter.parse(textOr("selection", "")), textOr("name", ""));
                case "many" -> new Request.Many(deeds());
                case "health" -> new Request.CheckHealth();
                case "describe_schedule" -> new Request.DescribeSchedule(text("name"));
                case "create_schedule" -> new Request.CreateSchedule(text("name"), only());
                case "queues" -> new Request.ListQueues();
                case "pause" -> new Request.PauseQueue(text("name"), true);
                case "resume" -> new Request.PauseQueue(text("name"), false);
                case "start" ->
                        new Request.Start(run(), text("type"), values(), patience(), terms());
                case "signal" -> new Request.Signal(run(), text("name"), values());
                case "update" ->
                        new Request.Update(run(), text("name"), values(), accepted(), patience());
                case "query" -> new Request.Query(run(), text("name"), values());
                case "await" -> new Request.Await(run(), Duration.ofMillis(number("millis")));
                case "cancel" -> new Request.Cancel(run(), text("reason"));
                case "terminate" -> new Request.Terminate(run(), text("reason"));
                case "reset" ->
                        new Request.Reset(
                                run(),
                                number("activations"),
                                number("signals") != 0,
                                text("reason"));
                case "fork" ->
                        new Request.Fork(run(), number("activations"), new RunId(text("other")));
                case "delete" -> new Request.Delete(run());
                case "backup" -> new Request.Backup(Path.of(text("folder")));
                case "compact" -> new Request.Compact();
                case "complete" -> new Request.Complete(text("token"), only());
                case "heartbeat" -> new Request.Heartbeat(text("token"), only());
                case "fail" -> new Request.Fail(text("token"), text("type"), text("reason"));
                case "redrive" -> new Request.Redrive(run(), text("activity"));
                case "resolve" -> new Request.Resolve(run(), text("activity"), only());
                case "reject" -> new Request.Reject(run(), text("activity"), text("reason"));
                default ->
                        throw json.malformed(
                                Problem.UNKNOWN,
                                "nobody can do \""
                                        + Malformed.shown(verb)
                                        + "\" here: the engine may be older than who asks.");
            };
        }
    }
}
