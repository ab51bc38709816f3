package dev.reprise.flow;

import dev.reprise.Check;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes one promise of many: it is settled when enough of them are. */
final class Gathering<T extends @Nullable Object> implements Promise.Listener {
    private final List<Promise<T>> promises;
    private final Promise<List<T>> gathered;
    private final int wanted;
    private final boolean all;
    private final List<T> values = new ArrayList<>();
    private int failures;

    private Gathering(List<Promise<T>> promises, int wanted, boolean all) {
        this.promises = List.copyOf(promises);
        this.gathered = Promise.kept(Unit.acting().run);
        this.wanted = wanted;
        this.all = all;
    }

    /**
     * @param all whether every one is needed: then a failure settles it at once, and the values are
     *     in the order of the promises instead of that of their coming
     */
    static <T extends @Nullable Object> Promise<List<T>> of(
            List<Promise<T>> promises, int wanted, boolean all) {
        var gathering = new Gathering<>(promises, wanted, all);
        for (Promise<T> promise : gathering.promises) {
            Check.argument(
                    promise.owner() == gathering.gathered.owner(),
                    "promises of two runs cannot be waited for together");
        }
        if (wanted == 0) {
            gathering.gathered.settle(List.of());
        }
        for (Promise<T> promise : gathering.promises) {
            promise.listen(gathering);
        }
        return gathering.gathered;
    }

    @Override
    public void settled(Promise<?> settled) {
        if (gathered.isDone()) {
            return;
        }
        @SuppressWarnings("unchecked")
        var promise = (Promise<T>) settled;
        Throwable why = promise.failureNow();
        if (why != null) {
            failures++;
            if (promises.size() - failures < wanted) {
                gathered.breakOff(why);
            }
            return;
        }
        values.add(promise.valueNow());
        if (values.size() == wanted) {
            gathered.settle(
                    all
                            ? promises.stream().<T>map(Promise::valueNow).toList()
                            : new ArrayList<>(values));
        }
    }
}
