package dev.reprise.bench;

import dev.reprise.RunId;
import dev.reprise.bench.ClosedLoop.Ended;
import dev.reprise.engine.store.Append;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import java.util.List;

/**
 * What a run of a workflow leaves in a store, and nothing else: as many appends, as large, each
 * written when the one before is durable.
 */
final class AppendsOnly implements ClosedLoop.Operation {
    private static final int EPOCH = 1;

    private final Store store;
    private final List<Append> like;

    AppendsOnly(Store store, List<Append> like) {
        this.store = store;
        this.like = List.copyOf(like);
    }

    @Override
    public void begin(String name, Ended ended) {
        new Run(new RunId(name), ended).next();
    }

    private final class Run implements Receipt {
        private final RunId id;
        private final Ended ended;
        private int position;

        Run(RunId id, Ended ended) {
            this.id = id;
            this.ended = ended;
        }

        void next() {
            var next = like.get(position);
            store.write(
                    Append.turn(id, position, EPOCH, next.turns().getFirst())
                            .withSummary(next.summary().orElseThrow()),
                    this);
        }

        @Override
        public void durable() {
            position++;
            if (position < like.size()) {
                next();
            } else {
                ended.told(null);
            }
        }

        @Override
        public void refused(Conflict conflict) {
            ended.told(new IllegalStateException(conflict.sentence()));
        }

        @Override
        public void failed(StoreFailure failure) {
            ended.told(failure);
        }
    }
}
