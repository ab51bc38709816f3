package dev.reprise.engine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A database as it is without its torn tails, for those who read it and change nothing: a folder
 * for temporary files with links to its files, and copies of those that are torn, as far as they
 * are intact.
 */
final class TrimmedView implements AutoCloseable {
    private final Path folder;

    private TrimmedView(Path folder) {
        this.folder = folder;
    }

    static TrimmedView of(Path data, List<WalFile.Tail> tails) throws IOException {
        var view = new TrimmedView(Files.createTempDirectory("reprise-view-"));
        try (Stream<Path> files = Files.list(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                link(file, view.folder.resolve(file.getFileName()));
            }
            for (WalFile.Tail tail : tails) {
                view.trim(tail);
            }
            return view;
        } catch (IOException | RuntimeException e) {
            view.close();
            throw e;
        }
    }

    private static void link(Path file, Path link) throws IOException {
        try {
            Files.createSymbolicLink(link, file.toRealPath());
        } catch (UnsupportedOperationException | IOException _) {
            // Not every system has them, or lets everybody make them.
            Files.copy(file, link);
        }
    }

    private void trim(WalFile.Tail tail) throws IOException {
        Path copy = folder.resolve(tail.file().getFileName());
        Files.delete(copy);
        try (var in = FileChannel.open(tail.file());
                var out =
                        FileChannel.open(
                                copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long at = 0; at < tail.intact(); ) {
                at += in.transferTo(at, tail.intact() - at, out);
            }
        }
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        PrivateFolder.remove(folder);
    }
}
