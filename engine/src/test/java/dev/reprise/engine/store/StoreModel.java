package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RunId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A store in its simplest form, and somebody who does things at random to it and to a real one. Ids
 * are ASCII, so the order of strings is the order of bytes.
 */
final class StoreModel {
    private static final List<String> IDS = List.of("a", "a ", "aa", "b");
    private static final int TIMES = 3;
    private static final int REQUESTS = 3;

    private record Due(Instant due, String run, long seq) {}

    private static final class Run {
        private final List<String> turns = new ArrayList<>();
        private int first;
        private String summary = "";
        private String snapshot = "";
        private long epoch;
    }

    private final TreeMap<String, Run> runs = new TreeMap<>();
    private final TreeSet<Due> timers =
            new TreeSet<>(
                    Comparator.comparing(Due::due)
                            .thenComparing(Due::run)
                            .thenComparingLong(Due::seq));
    private final TreeMap<String, String> kept = new TreeMap<>();
    private final TreeMap<String, Long> requests = new TreeMap<>();
    private final Random random;
    private long storeEpoch;
    private long greatest;
    private int made;

    StoreModel(long seed) {
        this.random = new Random(seed);
    }

    /** Does some things at once, and compares what is told and what is there then. */
    void burst(Store store) {
        List<Slip> slips = new ArrayList<>();
        List<Optional<Conflict>> expected = new ArrayList<>();
        int size = 1 + random.nextInt(12);
        for (int i = 0; i < size; i++) {
            Change change = any();
            expected.add(apply(change));
            slips.add(new Slip());
            store.write(change, slips.getLast());
        }
        for (int i = 0; i < size; i++) {
            Slip slip = slips.get(i);
            expected.get(i).ifPresentOrElse(slip::assertRefused, slip::assertDurable);
        }
        compare(store);
    }

    private Change any() {
        String id = IDS.get(random.nextInt(IDS.size()));
        var run = new RunId(id);
        Optional<Run> there = Optional.ofNullable(runs.get(id));
        long position = there.map(it -> it.turns.size()).orElse(0);
        long epoch = Math.max(Math.max(1, storeEpoch), there.map(it -> it.epoch).orElse(0L));
        if (random.nextInt(10) == 0) {
            position = Math.max(0, position + random.nextInt(3) - 1);
        }
        if (random.nextInt(10) == 0) {
            epoch = Math.max(1, epoch + random.nextInt(3) - 1);
        }
        return switch (random.nextInt(20)) {
            case 0 -> new Change.ClaimStore(Math.max(1, greatest + random.nextInt(3) - 1));
            case 1 -> new Change.ClaimRun(run, epoch + random.nextInt(2));
            case 2 -> new Change.Keep(id, bytes("kept " + made++), Math.max(1, epoch));
            case 3 -> new Change.Delete(run, Math.max(1, position), epoch);
            case 4 -> new Change.Delete(run, Math.max(1, position), epoch, request());
            default -> append(run, position, epoch);
        };
    }

    private Append append(RunId run, long position, long epoch) {
        var append = Append.turn(run, position, epoch, bytes("turn " + made++));
        for (int i = random.nextInt(3); i > 0; i--) {
            append = append.then(bytes("turn " + made++));
        }
        if (random.nextBoolean()) {
            append = append.withSummary(bytes("summary " + made));
        }
        if (random.nextInt(3) == 0) {
            append = append.withSnapshot(bytes("snapshot " + made));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            append = append.set(timer());
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            append = append.stop(timer());
        }
        if (random.nextInt(3) == 0) {
            append = append.withRequests(List.of(request()));
        }
        return random.nextInt(4) == 0
                ? append.forgetting(random.nextLong(position + 1), List.of(request()))
                : append;
    }

    private String request() {
        return "r" + random.nextInt(REQUESTS);
    }

    private Timer timer() {
        return new Timer(Instant.ofEpochSecond(random.nextInt(TIMES) - 1), random.nextInt(3));
    }

    private Optional<Conflict> apply(Change change) {
        return switch (change) {
            case Append append -> {
                var conflict = misfit(append.run(), append.position(), append.epoch());
                if (conflict.isEmpty()) {
                    append(append);
                }
                yield conflict;
            }
            case Change.Delete delete -> {
                var conflict = misfit(delete.run(), delete.position(), delete.epoch());
                if (conflict.isEmpty()) {
                    runs.remove(delete.run().value());
                    timers.removeIf(it -> it.run.equals(delete.run().value()));
                    requests.keySet().removeIf(it -> it.startsWith(delete.run().value() + "?"));
                    if (!delete.requestId().isEmpty()) {
                        requests.put(
                                delete.run().value() + "?" + delete.requestId(), delete.position());
                    }
                }
                yield conflict;
            }
            case Change.ClaimRun(RunId run, long epoch) -> {
                if (!runs.containsKey(run.value())) {
                    yield Optional.of(new Conflict.Absent(run));
                }
                long recorded = Math.max(storeEpoch, runs.get(run.value()).epoch);
                if (epoch <= recorded) {
                    yield Optional.of(new Conflict.Epoch(run, recorded, epoch));
                }
                runs.get(run.value()).epoch = epoch;
                greatest = Math.max(greatest, epoch);
                yield Optional.empty();
            }
            case Change.Keep keep -> {
                if (keep.epoch() < storeEpoch) {
                    yield Optional.of(new Conflict.StoreEpoch(storeEpoch, keep.epoch()));
                }
                greatest = Math.max(greatest, keep.epoch());
                kept.put(keep.name(), text(keep.content()));
                yield Optional.empty();
            }
            case Change.ClaimStore(long epoch) -> {
                if (epoch <= greatest) {
                    yield Optional.of(new Conflict.StoreEpoch(greatest, epoch));
                }
                storeEpoch = epoch;
                greatest = epoch;
                yield Optional.empty();
            }
        };
    }

    private Optional<Conflict> misfit(RunId id, long position, long epoch) {
        Run run = runs.get(id.value());
        if (run == null) {
            if (epoch < storeEpoch) {
                return Optional.of(new Conflict.Epoch(id, storeEpoch, epoch));
            }
            return position == 0
                    ? Optional.empty()
                    : Optional.of(new Conflict.Position(id, 0, position));
        }
        long holder = Math.max(storeEpoch, run.epoch);
        if (epoch != holder) {
            return Optional.of(new Conflict.Epoch(id, holder, epoch));
        }
        return position == run.turns.size()
                ? Optional.empty()
                : Optional.of(new Conflict.Position(id, run.turns.size(), position));
    }

    private void append(Append append) {
        String id = append.run().value();
        Run run = runs.computeIfAbsent(id, _ -> new Run());
        append.turns().forEach(it -> run.turns.add(text(it)));
        append.summary().ifPresent(it -> run.summary = text(it));
        append.snapshot().ifPresent(it -> run.snapshot = run.turns.size() + " " + text(it.state()));
        run.epoch = append.epoch();
        greatest = Math.max(greatest, append.epoch());
        append.requests().forEach(it -> requests.put(id + "?" + it, append.position()));
        append.forgottenRequests().forEach(it -> requests.remove(id + "?" + it));
        run.first = Math.max(run.first, (int) append.forgottenBefore());
        append.set().forEach(it -> timers.add(new Due(it.due(), id, it.seq())));
        append.stopped().forEach(it -> timers.remove(new Due(it.due(), id, it.seq())));
    }

    /** Everything that can be read is what it should be. */
    void compare(Store store) {
        assertThat(store.epoch()).isEqualTo(greatest);
        try (var heads = store.heads()) {
            assertThat(StoreContract.all(heads).stream().map(StoreContract::shown).toList())
                    .isEqualTo(
                            runs.entrySet().stream()
                                    .map(it -> shown(it.getKey(), it.getValue()))
                                    .toList());
        }
        for (String id : IDS) {
            var run = new RunId(id);
            List<String> turns = runs.containsKey(id) ? runs.get(id).turns : List.of();
            int first = runs.containsKey(id) ? runs.get(id).first : 0;
            assertThat(store.head(run).map(Head::first).orElse(0L)).isEqualTo(first);
            int from = first + random.nextInt(turns.size() - first + 1);
            try (var cursor = store.turns(run, from)) {
                assertThat(StoreContract.all(cursor).stream().map(StoreModel::text).toList())
                        .isEqualTo(turns.subList(from, turns.size()));
            }
            assertThat(store.snapshot(run).map(it -> it.position() + " " + text(it.state())))
                    .isEqualTo(
                            Optional.ofNullable(runs.get(id))
                                    .map(it -> it.snapshot)
                                    .filter(it -> !it.isEmpty()));
            for (int i = 0; i < REQUESTS; i++) {
                Long position = requests.get(id + "?r" + i);
                assertThat(store.request(run, "r" + i))
                        .isEqualTo(
                                position == null
                                        ? OptionalLong.empty()
                                        : OptionalLong.of(position));
            }
            try (var cursor = store.requests(run)) {
                assertThat(StoreContract.all(cursor))
                        .extracting(it -> id + "?" + it.id())
                        .containsExactlyInAnyOrderElementsOf(
                                requests.keySet().stream()
                                        .filter(it -> it.startsWith(id + "?"))
                                        .toList());
            }
            assertThat(store.kept(id).map(StoreModel::text))
                    .isEqualTo(Optional.ofNullable(kept.get(id)));
            assertThat(store.head(run).map(StoreContract::shown))
                    .isEqualTo(Optional.ofNullable(runs.get(id)).map(it -> shown(id, it)));
        }
        Instant until = Instant.ofEpochSecond(random.nextInt(TIMES + 1) - 1);
        try (var cursor = store.timersDue(until)) {
            assertThat(
                            StoreContract.all(cursor).stream()
                                    .map(
                                            it ->
                                                    new Due(
                                                            it.timer().due(),
                                                            it.run().value(),
                                                            it.timer().seq()))
                                    .toList())
                    .isEqualTo(timers.stream().filter(it -> !it.due.isAfter(until)).toList());
        }
    }

    private static String shown(String id, Run run) {
        return id + " " + run.turns.size() + " " + run.epoch + " '" + run.summary + "'";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
