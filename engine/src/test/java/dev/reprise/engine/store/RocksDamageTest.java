package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of a real database, cut and changed: what was acknowledged before a tear is there, and
 * damage anywhere else is reported. {@link WalFileTest} tries more places than can be opened here.
 */
class RocksDamageTest {
    private static final RunId RUN = new RunId("run");

    /** So many bytes has turn number n. */
    private static final int[] SIZES = {
        10, 500, 9_000, 40_000, 3, 100, 70_000, 20, 1_000, 50, 600, 7
    };

    @TempDir private static Path base;
    @TempDir private Path folder;

    /** How long the log was when turn number n was acknowledged. */
    private static final List<Integer> ENDS = new ArrayList<>();

    private static byte[] turn(int number) {
        byte[] turn = new byte[SIZES[number]];
        new Random(number).nextBytes(turn);
        return turn;
    }

    @BeforeAll
    static void makeStores() throws IOException {
        try (var store = Store.open(base.resolve("log"))) {
            for (int i = 0; i < SIZES.length; i++) {
                var slip = new Slip();
                store.write(Append.turn(RUN, i, 1, turn(i)), slip);
                slip.assertDurable();
                ENDS.add((int) Files.size(log(base.resolve("log"))));
            }
        }
        // When it is opened again the log becomes tables.
        Folders.copy(base.resolve("log"), base.resolve("tables"));
        Store.open(base.resolve("tables")).close();
        assertThat(Folders.data(base.resolve("tables"), ".sst")).isNotEmpty();
    }

    private static Path log(Path store) throws IOException {
        return Folders.data(store, ".log").getLast();
    }

    private Path copy(String store, int number) throws IOException {
        Path copy = folder.resolve(store + number);
        Folders.copy(base.resolve(store), copy);
        return copy;
    }

    /** How many turns there are, all of them right; nothing when damage was reported. */
    private static OptionalInt turns(Path store) {
        try (var opened = Store.open(store)) {
            int position = (int) (long) opened.head(RUN).map(Head::position).orElse(0L);
            try (var turns = opened.turns(RUN, 0)) {
                for (int i = 0; i < position; i++) {
                    assertThat(turns.next()).as("turn %d", i).isEqualTo(turn(i));
                }
            }
            return OptionalInt.of(position);
        } catch (StoreFailure e) {
            assertThat(e.kind()).as(e.getMessage()).isEqualTo(StoreFailure.Kind.DAMAGED);
            return OptionalInt.empty();
        }
    }

    @Test
    void a_log_that_was_cut_anywhere_gives_back_all_turns_before_the_cut() throws IOException {
        int length = ENDS.getLast();
        List<Integer> cuts = new ArrayList<>();
        ENDS.subList(4, 8).forEach(end -> cuts.addAll(List.of(end - 1, end, end + 1)));
        new Random(3).ints(10, 0, length).forEach(cuts::add);
        for (int i = 0; i < cuts.size(); i++) {
            int cut = Math.min(cuts.get(i), length);
            Path store = copy("log", i);
            Files.write(log(store), Arrays.copyOf(Files.readAllBytes(log(store)), cut));
            assertThat(turns(store))
                    .as("cut at %d", cut)
                    .hasValue((int) ENDS.stream().filter(it -> it <= cut).count());
        }
    }

    @Test
    void a_changed_byte_in_the_log_is_reported_unless_nothing_follows() throws IOException {
        int lastBegins = ENDS.get(ENDS.size() - 2);
        List<Integer> places = new ArrayList<>();
        new Random(4).ints(12, 0, lastBegins).forEach(places::add);
        for (int i = 0; i < places.size(); i++) {
            Path store = copy("log", i);
            change(log(store), places.get(i));
            assertThat(turns(store)).as("byte %d", places.get(i)).isEmpty();
        }
        Path store = copy("log", places.size());
        change(log(store), lastBegins + 9);
        assertThat(turns(store)).hasValue(SIZES.length - 1);
    }

    @Test
    void rubbish_behind_the_log_is_cut_off() throws IOException {
        Path store = copy("log", 0);
        byte[] rubbish = new byte[3_000];
        new Random(1).nextBytes(rubbish);
        byte[] bytes = Files.readAllBytes(log(store));
        byte[] longer = Arrays.copyOf(bytes, bytes.length + rubbish.length);
        System.arraycopy(rubbish, 0, longer, bytes.length, rubbish.length);
        Files.write(log(store), longer);
        assertThat(turns(store)).hasValue(SIZES.length);
        assertThat(store.resolve("torn")).isNotEmptyDirectory();
    }

    @Test
    void a_changed_byte_in_a_table_is_reported_or_does_no_harm() throws IOException {
        int reported = 0;
        int copies = 0;
        for (Path original : Folders.data(base.resolve("tables"), ".sst")) {
            int size = (int) Files.size(original);
            for (int at : new Random(5).ints(8, 0, size).toArray()) {
                Path store = copy("tables", copies++);
                change(store.resolve("data").resolve(original.getFileName()), at);
                OptionalInt turns = turns(store);
                reported += turns.isEmpty() ? 1 : 0;
                assertThat(turns.orElse(SIZES.length))
                        .as("byte %d of %s", at, original.getFileName())
                        .isEqualTo(SIZES.length);
            }
        }
        assertThat(reported).isGreaterThan(copies / 4);
    }

    @Test
    void a_table_that_is_missing_or_cut_is_reported() throws IOException {
        Path missing = copy("tables", 0);
        Files.delete(Folders.data(missing, ".sst").getFirst());
        assertThatThrownBy(() -> Store.open(missing)).isInstanceOf(StoreFailure.class);
        Path cut = copy("tables", 1);
        Path table = Folders.data(cut, ".sst").getFirst();
        Files.write(table, Arrays.copyOf(Files.readAllBytes(table), 100));
        assertThatThrownBy(() -> Store.open(cut)).isInstanceOf(StoreFailure.class);
    }

    @Test
    void a_missing_log_is_reported() throws IOException {
        Path store = copy("log", 0);
        Files.delete(log(store));
        assertThat(turns(store)).isEmpty();
    }

    @Test
    void a_changed_byte_in_the_list_of_tables_is_reported_or_does_no_harm() throws IOException {
        Path original =
                Folders.data(base.resolve("tables"), "").stream()
                        .filter(it -> it.getFileName().toString().startsWith("MANIFEST"))
                        .toList()
                        .getLast();
        int size = (int) Files.size(original);
        int[] places = new Random(6).ints(20, 0, size).toArray();
        for (int i = 0; i < places.length; i++) {
            Path store = copy("tables", i);
            change(store.resolve("data").resolve(original.getFileName()), places[i]);
            assertThat(turns(store).orElse(SIZES.length))
                    .as("byte %d of %d", places[i], size)
                    .isEqualTo(SIZES.length);
        }
    }

    private static void change(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 4;
        Files.write(file, bytes);
    }
}
