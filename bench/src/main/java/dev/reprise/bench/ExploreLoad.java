package dev.reprise.bench;

import dev.reprise.Check;
import dev.reprise.sim.explore.Exploration;
import dev.reprise.sim.explore.Explorer;
import dev.reprise.sim.explore.Fault;
import dev.reprise.sim.explore.Strategy;
import dev.reprise.sim.explore.Terms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program that tries a workflow in one more order again and again, in one thread: each time an
 * engine is opened, a run of five activities is started, carried out and ends, and in most orders a
 * process dies on the way, or two, and the next one takes over. It prints how often in a second.
 */
public final class ExploreLoad {
    static final String PORTFOLIO = "portfolio";
    static final String CALM = "calm";
    static final String RANDOM = "random";
    static final String PCT = "pct";
    static final String POS = "pos";

    private static final int ORDERS = 250;
    private static final Terms CRASHES =
            Terms.DEFAULT.schedules(ORDERS).faults(Fault.CRASH).faultsMax(2);

    private ExploreLoad() {}

    /** Milliseconds to warm up and of a period, and the number of periods. */
    public static void main(String[] arguments) {
        System.out.print(
                measured(
                        Integer.parseInt(arguments[0]),
                        Integer.parseInt(arguments[1]),
                        Integer.parseInt(arguments[2])));
    }

    static Figures measured(int warmUpMillis, int periodMillis, int periods) {
        Map<String, Terms> loads = new LinkedHashMap<>();
        loads.put(PORTFOLIO, CRASHES);
        loads.put(CALM, CRASHES.faultsMax(0));
        loads.put(RANDOM, CRASHES.strategy(Strategy.RANDOM));
        loads.put(PCT, CRASHES.strategy(Strategy.PCT));
        loads.put(POS, CRASHES.strategy(Strategy.POS));
        // An engine has much code, and the compilers are busy with it for so long.
        loads.values().forEach(terms -> perSecond(terms, warmUpMillis / loads.size()));
        var figures = new Figures();
        loads.forEach(
                (name, terms) -> {
                    List<Double> rates = new ArrayList<>();
                    for (int i = 0; i < periods; i++) {
                        rates.add(perSecond(terms, periodMillis));
                    }
                    figures.put(name, rates);
                });
        return figures;
    }

    private static double perSecond(Terms terms, int millis) {
        long begun = System.nanoTime();
        long tried = 0;
        long took = 0;
        for (long seed = 0; took < millis * 1_000_000L; seed++) {
            var explorer = new Explorer(terms.seed(seed), ExploreLoad::five);
            explorer.explore()
                    .ifPresent(
                            found -> {
                                throw new IllegalStateException(found.flaw() + "\n" + found.told());
                            });
            Check.state(
                    terms.faultsMax() == 0 || explorer.met().containsKey(Fault.CRASH),
                    "nobody has died");
            tried += explorer.schedules();
            took = System.nanoTime() - begun;
        }
        return tried * 1e9 / took;
    }

    private static void five(Exploration it) {
        it.workflow(Work.FiveSteps.class).activities(new Work.Done());
        it.start(Work.FiveSteps.class, "run", Work.INPUT);
    }
}
