package dev.reprise.app;

import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.activity.ActivityContext;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Flow;
import dev.reprise.flow.Query;
import dev.reprise.flow.Signal;
import dev.reprise.flow.Update;
import dev.reprise.flow.Workflow;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.Rules;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A cup of tea: water that may not boil, a guest who says when, a shop that delivers later. */
final class Tea implements Workflow<String, String> {
    private String sugar = "";
    private int stirred;

    @Override
    public String run(String kind) {
        String water = Flow.activity(Kitchen.class).boil(kind);
        if (kind.equals("rare")) {
            return Flow.activity(Kitchen.class).order(kind);
        }
        Flow.await(() -> !sugar.isEmpty());
        return kind + " with " + water + " and " + sugar;
    }

    @Signal
    void sugar(String much) {
        sugar = much;
    }

    @Update
    int stir(int times) {
        if (times > 9) {
            throw ApplicationFailed.fatal("Spilt", "the tea is on the table");
        }
        stirred += times;
        return stirred;
    }

    @Query
    String sugar() {
        return sugar;
    }

    interface Kitchen {
        String boil(String kind);

        String order(String kind);
    }

    /** A kitchen whose kettle is broken for tea that is called so. */
    static final class SmallKitchen implements Kitchen {
        final CompletableFuture<String> token = new CompletableFuture<>();

        @Override
        public String boil(String kind) {
            if (kind.startsWith("broken")) {
                throw new IllegalStateException("the kettle is broken");
            }
            return "hot water";
        }

        @Override
        public String order(String kind) {
            token.complete(ActivityContext.current().taskToken().toString());
            return "";
        }
    }

    /** An engine that makes tea. */
    static Engine engine(Path folder, SmallKitchen kitchen) {
        return engine(folder, kitchen, true);
    }

    static Engine engine(Path folder, SmallKitchen kitchen, boolean control) {
        return engine(folder, kitchen, it -> it.control(control));
    }

    static Engine engine(Path folder, SmallKitchen kitchen, UnaryOperator<EngineOptions> change) {
        var parked =
                Partial.NONE
                        .with(Field.MAX_RETRIES, 0)
                        .with(Field.ON_FAILURE, new OnFailure.DeadLetter("kitchen"));
        var rules =
                Rules.NONE
                        .append(Matcher.name("Kitchen.boil"), parked)
                        .append(
                                Matcher.name("Kitchen.order"),
                                Partial.NONE.with(Field.MODE, Execution.Mode.EXTERNAL));
        var options = EngineOptions.DEFAULT.policies(Precedence.NONE.merge(rules));
        return Engine.open(folder, change.apply(options)).register(Tea.class).activities(kitchen);
    }
}
