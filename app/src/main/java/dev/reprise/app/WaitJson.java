package dev.reprise.app;

import dev.reprise.engine.run.Wait;
import dev.reprise.engine.story.Wording;
import dev.reprise.form.JsonSink;

/** What a run waits for, for programs. */
final class WaitJson {
    private WaitJson() {}

    static void write(JsonSink json, Wait wait) {
        switch (wait) {
            case Wait.Activity it -> activity(json, it);
            case Wait.Timer it -> {
                head(json, "timer", it.seq());
                json.name("due").text(it.due().toString());
            }
            case Wait.Child it -> {
                head(json, "child", it.seq());
                json.name("run").text(it.run().value());
                json.name("type").text(it.type());
                json.name("since").text(it.asked().toString());
                json.name("started").bool(it.begun());
                json.name("ending").bool(it.ending());
            }
            case Wait.Message it -> {
                head(json, "message", it.seq());
                json.name("run").text(it.run().value());
                json.name("what").text(it.what());
                json.name("since").text(it.asked().toString());
            }
            case Wait.Beginning it -> {
                json.name("for").text("beginning");
                json.name("due").text(it.due().toString());
            }
            case Wait.Told it -> {
                json.name("for").text("code");
                json.name("what").text(it.what());
                json.name("since").text(it.at().toString());
            }
            case Wait.Somebody it -> {
                json.name("for").text("somebody");
                json.name("pattern").bool(it.isPattern());
            }
        }
    }

    private static void head(JsonSink json, String what, long command) {
        json.name("for").text(what);
        json.name("command").number(command);
    }

    private static void activity(JsonSink json, Wait.Activity it) {
        head(json, "activity", it.seq());
        json.name("activity").text(it.id());
        json.name("type").text(it.type());
        json.name("since").text(it.asked().toString());
        json.name("attempt").number(it.attempt());
        json.name("attempts_max").number(it.attemptsMax());
        json.name("redeliveries").number(it.redeliveries());
        json.name("task_queue").text(it.taskQueue());
        json.name("state").text(state(it.state()));
        switch (it.state()) {
            case Wait.Later(var begins) -> json.name("begins").text(begins.toString());
            case Wait.Outside(var closes) ->
                    closes.ifPresent(at -> json.name("closes").text(at.toString()));
            case Wait.DeadLettered(var queue) -> json.name("queue").text(queue);
            case Wait.Due _, Wait.Stopping _ -> {}
        }
        it.failure().ifPresent(why -> json.name("failure").text(Wording.failure(why)));
    }

    private static String state(Wait.State state) {
        return switch (state) {
            case Wait.Due _ -> "due";
            case Wait.Later _ -> "later";
            case Wait.Outside _ -> "outside";
            case Wait.DeadLettered _ -> "dead_letter";
            case Wait.Stopping _ -> "stopping";
        };
    }
}
