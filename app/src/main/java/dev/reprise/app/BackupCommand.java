package dev.reprise.app;

import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Request;
import dev.reprise.engine.store.Extent;
import dev.reprise.engine.store.Store;
import dev.reprise.form.JsonSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Copies of stores: its subcommands make, verify, restore and list them. */
@Command(
        name = "backup",
        description = {
            "Make a copy of all that is stored while the engine goes on, verify copies, and make stores",
            "of them again. A copy on the same disk does not survive the disk: copy the folder elsewhere."
        },
        subcommands = {
            BackupCommand.Create.class,
            BackupCommand.ListAll.class,
            BackupCommand.Verify.class,
            BackupCommand.Restore.class
        },
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        usageHelpAutoWidth = true,
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise backup create backups/monday               of the engine in the folder data",
            "  reprise backup list backups                        the copies in a folder",
            "  reprise backup verify backups/monday               whether all of it can be read",
            "  reprise backup restore backups/monday new-data     a store for an engine"
        })
final class BackupCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "Say what to do: create, list, verify or restore.");
    }

    /** Makes a copy. */
    @Command(
            name = "create",
            description = {
                "Make a copy of all that is durable, in a folder that is empty or not there. Runs go on",
                "meanwhile. On the same disk it shares files with the store, and takes little room."
            },
            sortOptions = false,
            usageHelpAutoWidth = true,
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:the copy is there, and whole",
                "1:it was refused; the message says why",
                "2:there is no store, or the command line was not understood"
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  reprise backup create backups/monday",
                "  reprise backup create /mnt/other/monday --data shop/data --json"
            })
    static final class Create extends FolderCommand {
        @Parameters(paramLabel = "BACKUP", description = "The folder of the copy.")
        private Path backup;

        @Override
        int answer() throws IOException {
            if (real(backup).startsWith(real(data().folder()))) {
                throw wrong(
                        "The backup "
                                + backup
                                + " would be inside of the store "
                                + data().folder()
                                + ", and be lost with it. Name a folder elsewhere.");
            }
            try (Desk desk = data().reading()) {
                make(desk, data().folder(), backup, ticker());
            }
            long bytes = Bytes.under(backup);
            return done(
                    it -> {
                        it.name("backup").text(backup.toString());
                        it.name("bytes").number(bytes);
                    },
                    "the backup " + backup + " is made: " + Bytes.words(bytes));
        }

        /** Where a folder is, whether it is there or not. */
        private static Path real(Path folder) throws IOException {
            Path whole = folder.toAbsolutePath().normalize();
            Path there = whole;
            while (there.getParent() != null && !Files.exists(there)) {
                there = there.getParent();
            }
            return there.toRealPath().resolve(there.relativize(whole)).normalize();
        }

        /** Makes a copy of what a folder holds. */
        static void make(Desk desk, Path folder, Path backup, Ticker ticker) throws IOException {
            String whole = Bytes.words(Bytes.under(folder));
            // The engine has a working directory of its own.
            ask(
                    desk,
                    new Request.Backup(backup.toAbsolutePath().normalize()),
                    ticker,
                    () -> copied(backup) + " of about " + whole + " copied");
        }
    }

    /** How much there is of a copy that somebody makes. */
    private static String copied(Path folder) {
        try {
            return Bytes.words(Files.exists(folder) ? Bytes.under(folder) : 0);
        } catch (IOException e) {
            return "some";
        }
    }

    /** What can be done to a copy without an engine. */
    abstract static class OnCopy extends EngineCommand {
        @Parameters(index = "0", paramLabel = "BACKUP", description = "The folder of the copy.")
        private Path backup;

        private final AtomicReference<Extent> read = new AtomicReference<>(new Extent(0, 0));

        final Path backup() {
            return backup;
        }

        /** Does something that reads all of the copy, and says how far it is. */
        final int reading(Function<Consumer<Extent>, Extent> work, String doing, String done) {
            Extent extent;
            try (var _ = Meanwhile.saying(ticker(), this::progress)) {
                extent = work.apply(read::set);
            }
            return done(it -> fields(it, extent), doing + ": " + words(extent) + done);
        }

        String progress() {
            return words(read.get()) + " read";
        }

        private void fields(JsonSink json, Extent extent) {
            json.name("backup").text(backup.toString());
            json.name("runs").number(extent.runs());
            json.name("entries").number(extent.turns());
        }

        static String words(Extent extent) {
            return counted(extent.runs(), "run", "runs")
                    + " with "
                    + counted(extent.turns(), "entry", "entries");
        }

        private static String counted(long number, String one, String many) {
            return number + " " + (number == 1 ? one : many);
        }
    }

    /** Reads all of a copy. */
    @Command(
            name = "verify",
            description = {
                "Read every run and every entry of a copy, with all checksums. An engine's own folder",
                "can be verified, too, while no engine has it open."
            },
            sortOptions = false,
            usageHelpAutoWidth = true,
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:all of it can be read",
                "1:it is damaged, was interrupted, or is no copy; the message says where",
                "2:the command line was not understood"
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  reprise backup verify backups/monday",
                "  reprise backup verify backups/monday --json        for programs"
            })
    static final class Verify extends OnCopy {
        @Override
        int answer() {
            return reading(
                    progress -> Store.verify(backup(), progress), backup() + " is whole", "");
        }
    }

    /** Makes a store of a copy. */
    @Command(
            name = "restore",
            description = {
                "Make a store of a copy, which stays as it is: it is verified first. Only one of the two",
                "may go on, the store that was copied or the one that is made: what the one did since",
                "the copy was made, the other does again."
            },
            sortOptions = false,
            usageHelpAutoWidth = true,
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:the store is there, and an engine can be opened on it",
                "1:it was refused, or the copy is damaged; the message says where",
                "2:the command line was not understood"
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  reprise backup restore backups/monday data",
                "  reprise backup restore /mnt/other/monday shop/data --json"
            })
    static final class Restore extends OnCopy {
        @Parameters(
                index = "1",
                paramLabel = "FOLDER",
                description = "The folder of the store: empty, or not there.")
        private Path folder;

        @Override
        int answer() {
            return reading(
                    progress -> Store.restore(backup(), folder, progress),
                    folder + " is restored",
                    ", from " + backup());
        }

        /** All of the copy is read before anything of it is copied. */
        @Override
        String progress() {
            return Files.exists(folder)
                    ? super.progress() + ", " + copied(folder) + " copied"
                    : super.progress();
        }
    }

    /** The copies in a folder. */
    @Command(
            name = "list",
            description = "List the copies in a folder, the oldest first. They are not read.",
            sortOptions = false,
            usageHelpAutoWidth = true,
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:listed, even when there are none",
                "2:there is no such folder, or the command line was not understood"
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  reprise backup list backups",
                "  reprise backup list backups --json                 for programs"
            })
    static final class ListAll extends EngineCommand {
        @Parameters(paramLabel = "FOLDER", description = "Where the folders of copies are.")
        private Path folder;

        /**
         * A copy.
         *
         * @param made when it became whole
         */
        private record Copy(Path folder, Instant made, long bytes) {
            static Copy of(Path folder) {
                try {
                    var format = folder.resolve("format");
                    return new Copy(
                            folder,
                            Files.getLastModifiedTime(format).toInstant(),
                            Bytes.under(folder));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        @Override
        int answer() throws IOException {
            if (!Files.isDirectory(folder)) {
                throw wrong("There is no folder " + folder + ".");
            }
            List<Copy> copies = new ArrayList<>();
            try (Stream<Path> all = Files.list(folder)) {
                all.filter(it -> Files.isRegularFile(it.resolve("format")))
                        .forEach(it -> copies.add(Copy.of(it)));
            }
            copies.sort(Comparator.comparing(Copy::made).thenComparing(Copy::folder));
            if (inJson()) {
                copies.forEach(it -> json(json -> fields(json, it)));
            } else if (copies.isEmpty()) {
                out().println("There is no backup in " + folder + ".");
            } else {
                var table = new Table("BACKUP", "MADE", "SIZE");
                copies.forEach(
                        it ->
                                table.row(
                                        it.folder().toString(),
                                        it.made().toString(),
                                        Bytes.words(it.bytes())));
                table.print(out());
            }
            return 0;
        }

        private static void fields(JsonSink json, Copy copy) {
            json.name("backup").text(copy.folder().toString());
            json.name("made").text(copy.made().toString());
            json.name("bytes").number(copy.bytes());
        }
    }
}
