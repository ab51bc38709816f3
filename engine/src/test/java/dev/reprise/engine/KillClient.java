package dev.reprise.engine;

import static dev.reprise.engine.KillKinds.kind;
import static dev.reprise.engine.KillKinds.numberOf;

import dev.reprise.Failure;
import dev.reprise.RunId;
import dev.reprise.engine.KillLedger.Word;
import dev.reprise.engine.run.DeadLetter;
import dev.reprise.engine.run.Refusal;
import dev.reprise.history.RetryOptions;
import java.time.Duration;
import java.util.List;

/**
 * A client of {@link KillLoad}: it brings a run from where it stands to its end. All that it asks
 * for has a request id, and is asked for again when nobody acknowledged it.
 */
final class KillClient {
    private final Client client;
    private final KillLedger ledger;
    private final KillWork work;

    KillClient(Client client, KillLedger ledger, KillWork work) {
        this.client = client;
        this.ledger = ledger;
        this.work = work;
    }

    /** One run from where it stands to its result, and to what comes after that. */
    void tell(KillStory story) {
        RunId id = new RunId(story.run);
        if (story.has(Word.ASKED_REMOVAL)) {
            // A start would be a new one.
            remove(story, id);
            return;
        }
        if (kind(story.run).equals("hail")) {
            hail(story, id);
        } else if (!story.has(Word.ACKED_START) || !isThere(id)) {
            start(story, id);
        }
        var run = client.handle(id, String.class);
        switch (kind(story.run)) {
            case "talk", "relay" -> signal(story, run);
            case "tally" -> update(story, run);
            case "letter" -> decide(story, id);
            case "token" -> answer(story);
            default -> {}
        }
        if (KillKinds.isForked(story.run)) {
            fork(story, run);
        }
        if (KillKinds.reset(story.run) == KillKinds.Reset.LATE && !story.has(Word.ACKED_RESET)) {
            result(story, run);
        }
        if (KillKinds.reset(story.run) != KillKinds.Reset.NEVER) {
            int kept = numberOf(story.run) % 3 == 0 ? 0 : 1;
            once(story, Word.ASKED_RESET, Word.ACKED_RESET, () -> run.once("back").reset(kept, ""));
        }
        result(story, run);
        if (kind(story.run).equals("family")) {
            for (String kid : KillKinds.KIDS) {
                result(story, client.handle(KillRuns.kidOf(id, kid), String.class));
            }
        }
        if (KillKinds.isDeleted(story.run)) {
            remove(story, id);
        }
    }

    private void remove(KillStory story, RunId id) {
        var run = client.handle(id, String.class).once("gone");
        once(story, Word.ASKED_REMOVAL, Word.ACKED_REMOVAL, run::delete);
    }

    // ---- How it asks ----

    /** Some always ask twice: to ask again is to ask once. */
    private static int times(String run) {
        return numberOf(run) % 5 == 0 ? 2 : 1;
    }

    private static void asking(String run, Runnable question) {
        for (int times = times(run); times > 0; times--) {
            question.run();
        }
    }

    /** Asks for something, unless it was acknowledged. */
    private void once(KillStory story, Word asked, Word acked, Runnable question) {
        if (!story.has(acked)) {
            ledger.write(asked, story.run);
            asking(story.run, question);
            ledger.acknowledge(acked, story.run);
            story.did(acked);
        }
    }

    // ---- Starts and ends ----

    private boolean isThere(RunId id) {
        try {
            client.describe(id);
            return true;
        } catch (Refusal e) {
            ledger.write(Word.MISSING, id, e.reason());
            return false;
        }
    }

    private void start(KillStory story, RunId id) {
        ledger.write(Word.ASKED_START, story.run);
        int number = numberOf(story.run);
        var options = StartOptions.DEFAULT.requestId("request-" + number);
        asking(story.run, () -> start(id, number, options));
        ledger.acknowledge(Word.ACKED_START, story.run);
        story.did(Word.ACKED_START);
    }

    private void start(RunId id, int number, StartOptions options) {
        var again =
                RetryOptions.UNSAID
                        .attemptsMax(KillKinds.tries(number))
                        .delay(Duration.ofMillis(2));
        switch (kind(id.value())) {
            case "relay" -> {
                var baton = new KillRuns.Baton(number, 1, "", List.of());
                client.start(KillRuns.Relay.class, id, options, baton);
            }
            case "drawn" -> client.start(KillRuns.DRAWN, id, options, number, String.class);
            case "chain" -> client.start(KillRuns.Chain.class, id, options, number);
            case "fan" -> client.start(KillRuns.Fan.class, id, options, number);
            case "tally" -> client.start(KillRuns.Tally.class, id, options, number);
            case "family" -> client.start(KillRuns.Family.class, id, options, number);
            case "letter" -> client.start(KillRuns.Letter.class, id, options, number);
            case "token" -> client.start(KillRuns.Token.class, id, options, number);
            case "trier" -> client.start(KillRuns.Trier.class, id, options.retry(again), number);
            default -> client.start(KillRuns.Talk.class, id, options, number);
        }
    }

    private void result(KillStory story, RunHandle<String> run) {
        if (story.ends(run.id().value())) {
            ending(run);
        }
    }

    /** Waits for its end. It may have been deleted since, with others that were too many. */
    void ending(RunHandle<String> run) {
        try {
            ledger.acknowledge(Word.RESULT, run.id(), ended(run));
        } catch (Refusal e) {
            ledger.acknowledge(Word.GONE, run.id(), e.reason());
        }
    }

    private static String ended(RunHandle<String> run) {
        try {
            return run.result();
        } catch (RunFailed e) {
            return switch (e.failure()) {
                case Failure.Terminated _ -> "terminated";
                case Failure.Cancelled _ -> "cancelled";
                default -> e.failure().describe().replaceAll("\\s+", "_");
            };
        }
    }

    // ---- Messages ----

    private void signal(KillStory story, RunHandle<String> run) {
        if (story.has(Word.ACKED_START) && !run.describe().status().isEnd()) {
            List<?> heard = run.query("heard", List.class);
            ledger.write(Word.HEARD, story.run, "heard" + KillRuns.joined(heard));
        }
        for (int n = story.signals + 1; n <= KillKinds.SIGNALS; n++) {
            int number = n;
            ledger.write(Word.ASKED_SIGNAL, story.run, n);
            asking(story.run, () -> run.once("say-" + number).signal("say", number));
            ledger.acknowledge(Word.ACKED_SIGNAL, story.run, n);
        }
    }

    /** It is started by the first signal, and told the others, by the same operation. */
    private void hail(KillStory story, RunId id) {
        for (int n = story.signals + 1; n <= KillKinds.SIGNALS; n++) {
            int number = n;
            ledger.write(Word.ASKED_START, story.run);
            ledger.write(Word.ASKED_SIGNAL, story.run, n);
            var options = StartOptions.DEFAULT.requestId("say-" + n);
            asking(
                    story.run,
                    () ->
                            client.signalWithStart(
                                    KillRuns.Talk.class,
                                    id,
                                    options,
                                    numberOf(story.run),
                                    "say",
                                    number));
            ledger.acknowledge(Word.ACKED_START, story.run);
            ledger.acknowledge(Word.ACKED_SIGNAL, story.run, n);
        }
    }

    private void update(KillStory story, RunHandle<String> run) {
        for (int n = story.updates + 1; n <= KillKinds.UPDATES; n++) {
            int number = n;
            ledger.write(Word.ASKED_UPDATE, story.run, n);
            asking(
                    story.run,
                    () -> {
                        var id = run.once("add-" + number);
                        int answer = id.update("add", Integer.class, number);
                        ledger.acknowledge(Word.ACKED_UPDATE, story.run, number, answer);
                    });
        }
    }

    // ---- Forks ----

    /** Another run goes on from where its first activity was asked for. */
    private void fork(KillStory story, RunHandle<String> run) {
        var other = new RunId(KillKinds.forkOf(story.run));
        once(story, Word.ASKED_FORK, Word.ACKED_FORK, () -> run.once("fork").fork(1, other));
        result(story, client.handle(other, String.class));
    }

    // ---- Activities that wait for a person, and for somebody outside ----

    private void decide(KillStory story, RunId id) {
        if (!story.has(Word.ACKED_DECISION)) {
            String activity = letter(story, id, 1);
            once(
                    story,
                    Word.ASKED_REDRIVE,
                    Word.ACKED_REDRIVE,
                    () -> client.redrive(id, activity, "anew"));
            letter(story, id, 2);
            once(story, Word.ASKED_DECISION, Word.ACKED_DECISION, () -> decide(id, activity));
        }
    }

    private void decide(RunId id, String activity) {
        if (KillKinds.isRefused(id.value())) {
            var failure = new Failure.Application("Refused", "so");
            client.fail(id, activity, failure, "decided");
        } else {
            client.resolve(id, activity, "so", "decided");
        }
    }

    /** Waits until a person is asked about it, for the so manieth time; or was, and has decided. */
    private String letter(KillStory story, RunId id, int attempts) {
        while (!story.has(Word.ACKED_REDRIVE) || attempts > 1) {
            for (DeadLetter each : client.deadLetters("people")) {
                if (each.run().equals(id) && each.attempts() >= attempts) {
                    return each.activityId();
                }
            }
            var waits = client.describe(id);
            if (waits.status().isEnd()
                    || waits.activities().stream().anyMatch(it -> it.seq() > 2)) {
                break;
            }
            KillWork.pause(2);
        }
        return "2";
    }

    /**
     * Says by its token how an activity goes: that it goes on, that it has failed, what it gives.
     */
    private void answer(KillStory story) {
        String first = work.token(story.run, 1);
        once(story, Word.ASKED_BEAT, Word.ACKED_BEAT, () -> client.heartbeat(first, 1));
        String token = first;
        if (KillKinds.isBroken(story.run)) {
            var failure = new Failure.Application("Broken", "by script");
            once(story, Word.ASKED_FAILURE, Word.ACKED_FAILURE, () -> client.fail(first, failure));
            token = work.token(story.run, 2);
        }
        String last = token;
        once(story, Word.ASKED_OUTCOME, Word.ACKED_OUTCOME, () -> client.complete(last, "so"));
    }
}
