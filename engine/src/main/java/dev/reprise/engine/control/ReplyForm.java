package dev.reprise.engine.control;

import dev.reprise.RunId;
import dev.reprise.engine.store.Head;
import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed.Problem;
import java.util.concurrent.atomic.AtomicReference;

/** Replies as JSON: the id of the request, and one field that says which reply it is. */
final class ReplyForm {
    private ReplyForm() {}

    /** A reply and the request that it answers. */
    record Numbered(String id, Reply reply) {}

    static void write(JsonSink json, String id, Reply reply) {
        json.name("id").text(id);
        switch (reply) {
            case Reply.Run(var head) ->
                    json.name("run")
                            .object(
                                    () -> {
                                        json.name("id").text(head.run().value());
                                        json.name("position").number(head.position());
                                        if (head.first() > 0) {
                                            json.name("first").number(head.first());
                                        }
                                        json.name("epoch").number(head.epoch());
                                        json.name("summary").base64(head.summary());
                                    });
            case Reply.More(var selection) -> json.name("more").text(selection);
            case Reply.Entry(var bytes) -> json.name("entry").base64(bytes);
            case Reply.Kept(var bytes) -> json.name("kept").base64(bytes);
            case Reply.Value(var value) -> RequestForm.value(json.name("value"), value);
            case Reply.Failed(var failure) -> json.name("failed").text(failure);
            case Reply.Counted(var runs) -> json.name("counted").number(runs);
            case Reply.NotYet _ -> json.name("not_yet").bool(true);
            case Reply.Pending _ -> json.name("pending").bool(true);
            case Reply.Letter letter ->
                    json.name("letter")
                            .object(
                                    () -> {
                                        json.name("run").text(letter.run().value());
                                        json.name("activity").text(letter.activity());
                                        json.name("type").text(letter.type());
                                        json.name("queue").text(letter.queue());
                                        json.name("attempts").number(letter.attempts());
                                        json.name("failure").text(letter.failure());
                                        json.name("input").text(letter.input());
                                    });
            case Reply.State(var state) ->
                    json.name("state").object(() -> HealthForm.write(json, state));
            case Reply.Late(var overdue) ->
                    json.name("late").object(() -> HealthForm.write(json, overdue));
            case Reply.Stuck(var runs) ->
                    json.name("stuck").object(() -> HealthForm.write(json, runs));
            case Reply.Queue(var queue) -> QueueForm.write(json.name("queue"), queue);
            case Reply.Did(var end) -> json.name("did").object(() -> write(json, end));
            case Reply.End end -> write(json, end);
        }
    }

    private static void write(JsonSink json, Reply.End end) {
        switch (end) {
            case Reply.Done _ -> json.name("done").bool(true);
            case Reply.Refused(var reason, var sentence) ->
                    json.name("refused")
                            .object(
                                    () -> {
                                        json.name("reason").text(reason);
                                        json.name("sentence").text(sentence);
                                    });
        }
    }

    static Numbered read(JsonSource json) {
        String[] id = {""};
        var found = new AtomicReference<Reply>();
        json.object(
                field -> {
                    if (field.equals("id")) {
                        id[0] = json.text();
                        return true;
                    }
                    Reply reply =
                            switch (field) {
                                case "run" -> run(json);
                                case "more" -> new Reply.More(json.text());
                                case "entry" -> new Reply.Entry(json.base64());
                                case "kept" -> new Reply.Kept(json.base64());
                                case "value" -> new Reply.Value(RequestForm.value(json));
                                case "failed" -> new Reply.Failed(json.text());
                                case "counted" -> new Reply.Counted(json.number(0, Long.MAX_VALUE));
                                case "not_yet" -> said(json, new Reply.NotYet());
                                case "pending" -> said(json, new Reply.Pending());
                                case "letter" -> letter(json);
                                case "state" -> new Reply.State(HealthForm.state(json));
                                case "late" -> new Reply.Late(HealthForm.overdue(json));
                                case "stuck" -> new Reply.Stuck(HealthForm.stuck(json));
                                case "queue" -> new Reply.Queue(QueueForm.read(json));
                                case "did" -> did(json);
                                case "done", "refused" -> end(field, json);
                                default -> null;
                            };
                    if (reply != null) {
                        found.set(reply);
                    }
                    return reply != null;
                });
        Reply reply = found.get();
        if (reply == null) {
            throw json.malformed(Problem.INCONSISTENT, "it says nothing.");
        }
        return new Numbered(id[0], reply);
    }

    private static Reply said(JsonSource json, Reply reply) {
        if (!json.bool()) {
            throw json.malformed(Problem.INCONSISTENT, "what is not so is not said.");
        }
        return reply;
    }

    private static Reply run(JsonSource json) {
        String[] run = {""};
        long[] numbers = {0, 0, 0};
        byte[][] summary = {{}};
        json.object(
                field -> {
                    switch (field) {
                        case "id" -> run[0] = json.text();
                        case "position" -> numbers[0] = json.number(1, Long.MAX_VALUE);
                        case "first" -> numbers[2] = json.number(0, Long.MAX_VALUE);
                        case "epoch" -> numbers[1] = json.number(1, Long.MAX_VALUE);
                        case "summary" -> summary[0] = json.base64();
                        default -> {
                            return false;
                        }
                    }
                    return true;
                });
        try {
            return new Reply.Run(
                    new Head(new RunId(run[0]), numbers[0], numbers[2], numbers[1], summary[0]));
        } catch (IllegalArgumentException e) {
            throw json.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }

    private static Reply letter(JsonSource json) {
        String[] texts = {"", "", "", "", "", ""};
        int[] attempts = {0};
        json.object(
                field -> {
                    switch (field) {
                        case "run" -> texts[0] = json.text();
                        case "activity" -> texts[1] = json.text();
                        case "type" -> texts[2] = json.text();
                        case "queue" -> texts[3] = json.text();
                        case "attempts" -> attempts[0] = (int) json.number(0, Integer.MAX_VALUE);
                        case "failure" -> texts[4] = json.text();
                        case "input" -> texts[5] = json.text();
                        default -> {
                            return false;
                        }
                    }
                    return true;
                });
        try {
            return new Reply.Letter(
                    new RunId(texts[0]),
                    texts[1],
                    texts[2],
                    texts[3],
                    attempts[0],
                    texts[4],
                    texts[5]);
        } catch (IllegalArgumentException e) {
            throw json.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }

    private static Reply.End end(String field, JsonSource json) {
        if (field.equals("refused")) {
            return refused(json);
        }
        var _ = said(json, new Reply.Done());
        return new Reply.Done();
    }

    private static Reply did(JsonSource json) {
        var found = new AtomicReference<Reply.End>();
        json.object(
                field -> {
                    boolean isEnd = field.equals("done") || field.equals("refused");
                    if (isEnd) {
                        found.set(end(field, json));
                    }
                    return isEnd;
                });
        Reply.End end = found.get();
        if (end == null) {
            throw json.malformed(Problem.INCONSISTENT, "it does not say what became of it.");
        }
        return new Reply.Did(end);
    }

    private static Reply.End refused(JsonSource json) {
        String[] texts = {"", ""};
        json.object(
                field -> {
                    switch (field) {
                        case "reason" -> texts[0] = json.text();
                        case "sentence" -> texts[1] = json.text();
                        default -> {
                            return false;
                        }
                    }
                    return true;
                });
        return new Reply.Refused(texts[0], texts[1]);
    }
}
