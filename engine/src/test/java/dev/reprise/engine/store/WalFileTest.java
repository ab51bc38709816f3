package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Torn tails and damage, on logs written here as RocksDB writes them. */
class WalFileTest {
    private static final int BLOCK = 32 << 10;

    @TempDir private Path folder;

    /** A log, and where its groups end. */
    private static final class Log {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final List<Integer> ends = new ArrayList<>();

        Log(int... sizes) {
            var random = new Random(5);
            for (int size : sizes) {
                byte[] group = new byte[size];
                random.nextBytes(group);
                write(group);
                ends.add(out.size());
            }
        }

        private void write(byte[] group) {
            int at = 0;
            boolean first = true;
            do {
                int room = BLOCK - out.size() % BLOCK;
                if (room < 7) {
                    out.writeBytes(new byte[room]);
                    continue;
                }
                int length = Math.min(room - 7, group.length - at);
                boolean last = at + length == group.length;
                int type = first && last ? 1 : first ? 2 : last ? 4 : 3;
                fragment(type, Arrays.copyOfRange(group, at, at + length));
                at += length;
                first = false;
            } while (at < group.length);
        }

        private void fragment(int type, byte[] bytes) {
            var crc = new CRC32C();
            crc.update(type);
            crc.update(bytes);
            int sum = (int) crc.getValue();
            out.writeBytes(
                    ByteBuffer.allocate(7 + bytes.length)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putInt(Integer.rotateRight(sum, 15) + 0xa282ead8)
                            .putShort((short) bytes.length)
                            .put((byte) type)
                            .put(bytes)
                            .array());
        }

        byte[] bytes() {
            return out.toByteArray();
        }

        /** The end of the last group that is whole when the log is cut here. */
        int wholeAt(int cut) {
            return ends.stream().filter(it -> it <= cut).reduce((_, last) -> last).orElse(0);
        }

        int lastBegins() {
            return ends.get(ends.size() - 2);
        }
    }

    /** Groups in one block, over blocks, over whole blocks, and up to six bytes before a block. */
    private static Log various() {
        var log = new Log(100, 2_000, 40_000, 1, 70_000, 300);
        int rest = BLOCK - log.out.size() % BLOCK;
        log.write(new byte[rest - 7 - 4]);
        log.ends.add(log.out.size());
        log.write(new byte[500]);
        log.ends.add(log.out.size());
        return log;
    }

    /** Every byte around the ends of groups and blocks, some of the others. */
    private static int step(Log log, int at) {
        boolean isNear = at % BLOCK < 8 || BLOCK - at % BLOCK < 8 || at - log.wholeAt(at) < 9;
        return isNear ? 1 : 2_003;
    }

    private Path file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    /** What is left of a log, or nothing when it was refused, and then nothing has changed. */
    private Optional<byte[]> mended(byte[] bytes) throws IOException {
        Path log = file("000004.log", bytes);
        try {
            WalFile.mend(folder, folder.resolve("torn"));
            return Optional.of(Files.readAllBytes(log));
        } catch (StoreFailure damaged) {
            assertThat(damaged.kind()).isEqualTo(StoreFailure.Kind.DAMAGED);
            assertThat(Files.readAllBytes(log)).isEqualTo(bytes);
            return Optional.empty();
        }
    }

    @Test
    void an_intact_log_stays_as_it_is() throws IOException {
        byte[] bytes = various().bytes();
        assertThat(mended(bytes)).hasValue(bytes);
        assertThat(mended(new byte[0])).hasValue(new byte[0]);
        assertThat(folder.resolve("torn")).doesNotExist();
    }

    @Test
    void a_log_that_was_cut_keeps_its_whole_groups() throws IOException {
        var log = various();
        byte[] bytes = log.bytes();
        for (int cut = 0; cut < bytes.length; cut += step(log, cut)) {
            byte[] left = mended(Arrays.copyOf(bytes, cut)).orElseThrow();
            // Behind a group there may be some bytes of an unused end of a block.
            assertThat(left.length - log.wholeAt(cut)).as("cut at %d", cut).isBetween(0, 6);
        }
    }

    @Test
    void what_was_cut_off_is_kept() throws IOException {
        var log = new Log(100, 200);
        byte[] torn = Arrays.copyOf(log.bytes(), 250);
        mended(torn);
        assertThat(Files.readAllBytes(folder.resolve("torn/000004.log-107")))
                .isEqualTo(Arrays.copyOfRange(torn, 107, 250));
    }

    @Test
    void a_changed_byte_in_the_last_group_is_a_torn_tail_and_elsewhere_damage() throws IOException {
        var log = various();
        byte[] bytes = log.bytes();
        for (int at = 0; at < bytes.length; at += step(log, at)) {
            byte[] bad = bytes.clone();
            bad[at] ^= (byte) (1 << (at % 8));
            Optional<byte[]> left = mended(bad);
            if (isUnused(log, at)) {
                assertThat(left).as("byte %d", at).hasValue(bad);
            } else if (at >= log.lastBegins()) {
                assertThat(left.orElseThrow().length - log.lastBegins())
                        .as("byte %d", at)
                        .isBetween(0, 6);
            } else {
                assertThat(left).as("byte %d", at).isEmpty();
            }
        }
    }

    private static boolean isUnused(Log log, int at) {
        int end = log.wholeAt(at);
        return log.ends.contains(end) && BLOCK - end % BLOCK < 7 && at < end + BLOCK - end % BLOCK;
    }

    @Test
    void zeros_and_rubbish_behind_the_last_group_are_a_torn_tail() throws IOException {
        var log = new Log(100, 50_000, 300);
        byte[] bytes = log.bytes();
        assertThat(mended(Arrays.copyOf(bytes, bytes.length + 100_000))).hasValue(bytes);
        var random = new Random(1);
        for (int i = 0; i < 20; i++) {
            byte[] rubbish = new byte[random.nextInt(5_000)];
            random.nextBytes(rubbish);
            byte[] longer = Arrays.copyOf(bytes, bytes.length + rubbish.length);
            System.arraycopy(rubbish, 0, longer, bytes.length, rubbish.length);
            assertThat(mended(longer)).hasValue(bytes);
        }
    }

    @Test
    void zeros_in_the_middle_are_damage_even_where_rocksdb_takes_them_for_unused()
            throws IOException {
        // One group per block, so that no fragment tells that the one before it is missing.
        var log = new Log(BLOCK - 7, BLOCK - 7, BLOCK - 7);
        byte[] bytes = log.bytes();
        Arrays.fill(bytes, BLOCK, 2 * BLOCK, (byte) 0);
        assertThat(mended(bytes)).isEmpty();
    }

    @Test
    void a_hole_in_the_last_group_is_a_torn_tail() throws IOException {
        // Pages of one write reach the disk in any order: its end may be there without its middle.
        var log = new Log(100, 100_000);
        byte[] bytes = log.bytes();
        Arrays.fill(bytes, 40_000, 44_096, (byte) 0);
        assertThat(mended(bytes)).hasValue(Arrays.copyOf(bytes, 107));
    }

    @Test
    void a_torn_log_with_a_later_one_is_damage() throws IOException {
        // Ten to the sixth comes after four.
        file("1000000.log", new Log(10).bytes());
        byte[] bytes = new Log(100, 200).bytes();
        assertThat(mended(bytes)).isPresent();
        assertThat(mended(Arrays.copyOf(bytes, 250))).isEmpty();
        file("1000000.log", new byte[0]);
        assertThat(mended(Arrays.copyOf(bytes, 250))).hasValue(Arrays.copyOf(bytes, 107));
    }

    @Test
    void a_missing_log_is_damage() {
        assertThatThrownBy(() -> WalFile.mend(folder, folder.resolve("torn")))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("lost its log");
    }

    @Test
    void damage_is_told_with_file_and_place() throws IOException {
        byte[] bytes = new Log(100, 200, 300).bytes();
        bytes[150] ^= 1;
        file("000004.log", bytes);
        assertThatThrownBy(() -> WalFile.mend(folder, folder.resolve("torn")))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContainingAll("000004.log", "byte 107", "byte 314", "backup");
    }
}
