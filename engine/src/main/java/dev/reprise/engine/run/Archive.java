package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.filter.Filter;
import dev.reprise.filter.Selection;
import dev.reprise.history.Lifecycle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What is durable of all runs, for whoever looks: no run hears of it. */
public final class Archive {
    private final House house;

    Archive(House house) {
        this.house = house;
    }

    private Store store() {
        return house.around().store();
    }

    /** What is durable of a run. */
    public Optional<Description> describe(RunId run) {
        return store().head(run).map(Description::of);
    }

    /**
     * What has become of the activities of a run so far, from its durable history.
     *
     * @throws Refusal when there is no such run
     */
    public List<Lifecycle> lifecycle(RunId run) {
        Head head = store().head(run).orElseThrow(() -> Refusal.noSuchRun(run));
        Leg leg = Summary.fromBytes(head.summary()).leg();
        try (Cursor<byte[]> entries = store().turns(run, leg.origin())) {
            return Chronicle.of(run, entries);
        }
    }

    /**
     * What a run waits for.
     *
     * @throws Refusal when there is no such run
     */
    public List<Wait> waits(RunId run) {
        Head head = store().head(run).orElseThrow(() -> Refusal.noSuchRun(run));
        return Awaited.of(head, (from, to, each) -> read(run, from, to, each));
    }

    private void read(RunId run, long from, long to, Consumer<byte[]> each) {
        try (Cursor<byte[]> all = store().turns(run, from)) {
            for (long at = from; at < to && all.hasNext(); at++) {
                each.accept(all.next());
            }
        }
    }

    /** What is durable of all runs, in the order of their ids. */
    public Cursor<Description> list() {
        Cursor<Head> heads = store().heads();
        return new Cursor<>() {
            @Override
            public boolean hasNext() {
                return heads.hasNext();
            }

            @Override
            public Description next() {
                return Description.of(heads.next());
            }

            @Override
            public void close() {
                heads.close();
            }
        };
    }

    /** One page of the runs that a selection wants. */
    public Listing list(Selection selection) {
        return Listing.of(store(), selection, house.around().clock().instant());
    }

    /** How many runs a filter accepts. */
    public long count(Filter filter) {
        return Listing.count(store(), filter, house.around().clock().instant());
    }

    /**
     * The activities that wait for a person, in the order of their runs: found by those that are
     * known to have some, so it costs as much as there are.
     */
    public void deadLetters(DeadLetter.Wanted wanted, Consumer<DeadLetter> each) {
        Instant now = house.around().clock().instant();
        house.roster()
                .forEachParked(
                        run -> {
                            List<Head> heads = store().head(run).stream().toList();
                            wanted.among(store(), heads.iterator(), now, each);
                        });
    }

    /** All of them. */
    public List<DeadLetter> deadLetters() {
        List<DeadLetter> all = new ArrayList<>();
        deadLetters(DeadLetter.Wanted.ALL, all::add);
        return all;
    }
}
