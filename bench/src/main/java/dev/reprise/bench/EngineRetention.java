package dev.reprise.bench;

import dev.reprise.RunId;
import dev.reprise.bench.ClosedLoop.Operation;
import dev.reprise.bench.ClosedLoop.Period;
import dev.reprise.bench.ClosedLoop.Span;
import dev.reprise.engine.Client;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.run.Retention;
import dev.reprise.engine.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that keeps only the last of many runs: what becomes of a load meanwhile, how many runs
 * are there too many, and how fast they are deleted when there is nothing else to do.
 */
public final class EngineRetention {
    static final int KEPT = 1_000;
    private static final int UNDER_WAY = 128;

    private EngineRetention() {}

    /** Milliseconds to warm up, of periods to look at, and their number. */
    public static void main(String[] arguments) throws InterruptedException, IOException {
        int warmUp = Integer.parseInt(arguments[0]);
        int period = Integer.parseInt(arguments[1]);
        int periods = Integer.parseInt(arguments[2]);
        System.out.print(measured(Span.ofMillis(warmUp, periods, period)));
    }

    static Figures measured(Span span) throws InterruptedException, IOException {
        var folder = StoreBench.temporary();
        var figures = new Figures();
        try {
            try (var engine = opened(folder, Retention.FOREVER.count(KEPT))) {
                var seen = ClosedLoop.run(runs(engine, "kept-"), UNDER_WAY, span);
                figures.put("rate", seen.periods().stream().map(Period::perSecond).toList());
                figures.put("left", List.of((double) engine.client().count("")));
            }
            try (var engine = opened(folder, Retention.FOREVER)) {
                ClosedLoop.run(runs(engine, "more-"), UNDER_WAY, span);
            }
            try (var engine = opened(folder, Retention.FOREVER.count(0))) {
                figures.put("deleted", List.of(deletedPerSecond(engine)));
            }
        } finally {
            StoreBench.remove(folder);
        }
        return figures;
    }

    private static Engine opened(Path folder, Retention retention) {
        var options = EngineOptions.DEFAULT.retention(retention);
        return Work.registered(Engine.on(Store.open(folder), options));
    }

    private static Operation runs(Engine engine, String prefix) {
        Client client = engine.client();
        return (name, ended) -> {
            var run = new RunId(prefix + name);
            var _ =
                    client.runAsync(Work.W1.type(), run, Work.INPUT)
                            .whenComplete((_, thrown) -> ended.told(thrown));
        };
    }

    private static double deletedPerSecond(Engine engine) throws InterruptedException {
        long begun = System.nanoTime();
        while (engine.client().count("") > 0) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        return engine.counts().deletions() * 1e9 / (System.nanoTime() - begun);
    }
}
