package dev.reprise.engine;

import dev.reprise.engine.KillLedger.Line;
import dev.reprise.engine.KillLedger.Word;
import dev.reprise.engine.activity.ActivityContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The activities of the runs: each says in the ledger what it does. */
final class KillWork implements KillRuns.Tasks, KillRuns.Parts, KillRuns.Letters, KillRuns.Outside {
    private final KillLedger ledger;

    /** The tokens that were handed out, by run and attempt, by this process and those before. */
    private final Map<String, String> tokens = new ConcurrentHashMap<>();

    KillWork(KillLedger ledger, List<Line> before) {
        this.ledger = ledger;
        for (Line line : before) {
            if (line.word() == Word.TOKEN) {
                tokens.put(line.run() + " " + line.number(1), line.at(2));
            }
        }
    }

    private static Object[] line(int stage, int part) {
        var context = ActivityContext.current();
        return new Object[] {
            context.run(),
            stage,
            part,
            context.idempotencyKey(),
            context.attempt(),
            context.redeliveries()
        };
    }

    @Override
    public String perform(int stage, int part, int failures) {
        Object[] line = line(stage, part);
        ledger.write(Word.START, line);
        pause(ThreadLocalRandom.current().nextInt(12));
        boolean fails = ActivityContext.current().attempt() <= failures;
        ledger.write(fails ? Word.FAILED : Word.DONE, line);
        if (fails) {
            throw new IllegalStateException("by script");
        }
        return stage + "." + part;
    }

    @Override
    public String left(int number) {
        return perform(1, 0, KillKinds.failures(number, 1, 0));
    }

    @Override
    public String right(int number) {
        return perform(1, 1, KillKinds.failures(number, 1, 1));
    }

    @Override
    public String last(int number) {
        return perform(2, 0, KillKinds.failures(number, 2, 0));
    }

    @Override
    public String read(int number) {
        return perform(2, 0, Integer.MAX_VALUE);
    }

    @Override
    public String ask(int number) {
        var context = ActivityContext.current();
        ledger.write(Word.START, line(2, 0));
        String token = context.taskToken().text();
        int known = context.lastDetails(Integer.class).orElse(0);
        ledger.write(Word.TOKEN, context.run(), context.attempt(), token, known);
        tokens.put(context.run() + " " + context.attempt(), token);
        pause(ThreadLocalRandom.current().nextInt(5));
        return "";
    }

    /** The token of an attempt, as soon as it was handed out. */
    String token(String run, int attempt) {
        while (true) {
            String token = tokens.get(run + " " + attempt);
            if (token != null) {
                return token;
            }
            pause(2);
        }
    }

    static void pause(int millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
