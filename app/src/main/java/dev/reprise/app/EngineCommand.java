package dev.reprise.app;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.StoreFailure;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Selection;
import dev.reprise.flow.guard.NondeterministicCode;
import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed;
import dev.reprise.schedule.Spans;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands share that talk to an engine: words or JSON, values, refusals. */
abstract class EngineCommand implements Callable<Integer> {
    static final int REFUSED = 1;

    /** It was refused for now: the same may be asked again later. */
    static final int NOT_NOW = 3;

    /** So many runs are looked through for an id like one that there is not. */
    private static final int GUESSES = 1_000;

    @Spec private CommandSpec spec;

    private @Nullable PrintWriter words;

    @Option(names = "--json", description = "Answer in JSON, an object in each line.")
    private boolean json;

    /** Does what the command is for; its exit code. */
    abstract int answer() throws IOException;

    @Override
    public final Integer call() throws IOException {
        try {
            return answer();
        } catch (Desk.Declined e) {
            return declined(e.reason(), String.valueOf(e.getMessage()));
        } catch (StoreFailure e) {
            return declined("STORE_" + e.kind(), String.valueOf(e.getMessage()));
        } catch (NondeterministicCode e) {
            return declined("NONDETERMINISTIC_CODE", String.valueOf(e.getMessage()));
        } catch (Code.Unusable e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private int declined(String reason, String sentence) {
        if (json) {
            Answer.json(
                    painted(),
                    it ->
                            it.name("refused")
                                    .object(
                                            () -> {
                                                it.name("reason").text(reason);
                                                it.name("sentence").text(sentence);
                                            }));
        } else {
            spec.commandLine().getErr().println(VisibleWriter.shown(sentence));
        }
        return reason.equals("QUEUE_FULL") ? NOT_NOW : REFUSED;
    }

    final CommandSpec spec() {
        return spec;
    }

    final boolean inJson() {
        return json;
    }

    /** Where words go: whatever is in them, no terminal obeys it. */
    final PrintWriter out() {
        PrintWriter known = words;
        if (known == null) {
            known = VisibleWriter.over(painted());
            words = known;
        }
        return known;
    }

    /** Where what has colours goes, and what is exact: who prints there sees to what is in it. */
    final PrintWriter painted() {
        return spec.commandLine().getOut();
    }

    /** Says how far something has come; for a program nothing. */
    final Ticker ticker() {
        return json ? Ticker.SILENT : new Ticker(spec.commandLine().getErr());
    }

    /** Prints an object in a line. */
    final void json(Consumer<JsonSink> fields) {
        Answer.json(painted(), fields);
    }

    /** Prints an object in a line; the last of its fields is there as text already. */
    final void json(Consumer<JsonSink> fields, String last) {
        Answer.json(painted(), fields, last);
    }

    final ParameterException wrong(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    /** An id that nobody has used. */
    static String freshId() {
        return UUID.randomUUID().toString();
    }

    // ---- Values and names ----

    final RunId runId(String text) {
        try {
            return new RunId(text);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage() + ".");
        }
    }

    /** Values as they are given on a command line: each is JSON; {@code null} is no value. */
    final List<Payload> values(List<String> texts) {
        List<Payload> values = new ArrayList<>();
        for (String text : texts) {
            values.add(value(text));
        }
        return values;
    }

    final Payload value(String text) {
        byte[] bytes = text.strip().getBytes(StandardCharsets.UTF_8);
        try {
            JsonSource.read("value", new ByteArrayInputStream(bytes), EngineCommand::passed);
        } catch (Malformed e) {
            throw wrong(
                    "'"
                            + Malformed.shown(text)
                            + "' is not JSON: "
                            + e.getMessage()
                            + "\nA text needs quotes that the shell leaves alone: '\""
                            + Malformed.shown(text).replace("\"", "")
                            + "\"'.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.strip().equals("null")
                ? Payload.NONE
                : Payload.wrap(JsonCodec.JSON_ENCODING, bytes);
    }

    private static boolean passed(JsonSource json) {
        json.skip();
        return true;
    }

    /** A value as it is printed for pipes: the text of it, or what it looks like. */
    static String printed(Payload value) {
        if (value.isNone()) {
            return "null";
        }
        String text = new String(value.bytes(), StandardCharsets.UTF_8);
        return switch (value.encoding()) {
            case JsonCodec.JSON_ENCODING -> text;
            case Payload.TEXT_ENCODING -> text;
            default -> value.toString();
        };
    }

    /** A span of time as it is given for an option. */
    final Duration span(String option, String text) {
        try {
            return Spans.parse(text);
        } catch (Malformed e) {
            throw wrong(option + ": " + e.getMessage());
        }
    }

    // ---- Asking ----

    /** Asks what has no answer but that it is done. */
    static void ask(Desk desk, String id, Request request) {
        desk.ask(id, request, _ -> {});
    }

    /** Asks what may take long, and says meanwhile what can be seen of it. */
    static void ask(Desk desk, Request request, Ticker ticker, Supplier<String> progress) {
        try (var _ = Meanwhile.saying(ticker, progress)) {
            ask(desk, freshId(), request);
        }
    }

    /** What is stored of a run; when there is none of this id, the nearest that there is. */
    static Description find(Desk desk, RunId run) {
        return Description.of(head(desk, run));
    }

    /** As {@link #find}, as it is stored. */
    static Head head(Desk desk, RunId run) {
        List<Head> found = new ArrayList<>();
        guessing(
                desk,
                run,
                () ->
                        desk.ask(
                                "find",
                                new Request.FindRun(run),
                                reply -> {
                                    if (reply instanceof Reply.Run(var head)) {
                                        found.add(head);
                                    }
                                }));
        return found.getFirst();
    }

    /** Does something about a run; when there is none of this id, names the nearest. */
    static void guessing(Desk desk, RunId run, Runnable request) {
        try {
            request.run();
        } catch (Desk.Declined e) {
            if (!e.reason().equals("NO_SUCH_RUN")) {
                throw e;
            }
            throw new Desk.Declined(e.reason(), e.getMessage() + nearest(desk, run));
        }
    }

    private static String nearest(Desk desk, RunId run) {
        List<String> ids = new ArrayList<>();
        var selection = Selection.of(Filter.parse("")).limit(GUESSES);
        desk.ask(
                "guess",
                new Request.ListRuns(selection),
                reply -> {
                    if (reply instanceof Reply.Run(var head)) {
                        ids.add(head.run().value());
                    }
                });
        return Spelling.nearest(run.value(), ids).map(it -> " Did you mean " + it + "?").orElse("");
    }

    /** Says that something is done. */
    final int done(Consumer<JsonSink> fields, String sentence) {
        if (json) {
            json(
                    it -> {
                        it.name("done").bool(true);
                        fields.accept(it);
                    });
        } else {
            out().println(sentence);
        }
        return 0;
    }

    /** Waits for the end of a run; null when it has not ended by then. */
    static @Nullable Reply awaited(Desk desk, RunId run, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        List<Reply> end = new ArrayList<>();
        do {
            var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            end.clear();
            try {
                desk.ask("await", new Request.Await(run, left), end::add);
            } catch (Desk.Declined e) {
                if (!e.isForNow() || System.nanoTime() - deadline >= 0) {
                    throw e;
                }
                Desk.rest();
                end.add(new Reply.NotYet());
            }
        } while (end.getFirst() instanceof Reply.NotYet && System.nanoTime() - deadline < 0);
        return end.getFirst() instanceof Reply.NotYet ? null : end.getFirst();
    }

    /** What a run ended with, as lines or as JSON; the exit code of whoever waited for it. */
    final int ended(Desk desk, RunId run, @Nullable Reply end) {
        return switch (end) {
            case Reply.Value(var value) -> {
                if (json) {
                    json(it -> it.name("run").text(run.value()), ValueJson.field("result", value));
                } else {
                    out().println(printed(value));
                }
                yield 0;
            }
            case Reply.Failed(var failure) ->
                    declined("RUN_FAILED", run + " ended without a result: " + failure);
            case null, default -> {
                Description now = find(desk, run);
                yield now.status() == Status.STUCK
                        ? declined("STUCK", stuck(now))
                        : declined("NOT_ENDED", run + " has not ended.");
            }
        };
    }

    /** That a run is stuck, and why. */
    static String stuck(Description run) {
        return run.run() + " is stuck. " + run.reason().orElse("").strip();
    }
}
