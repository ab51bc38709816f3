package dev.reprise.app;

import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.control.Clerk;
import dev.reprise.engine.control.ControlSocket;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.LocalDesk;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Where the runs are. While an engine holds the folder it is asked over its socket; else the folder
 * is opened here, as long as it takes to answer.
 */
final class DataFolder {
    /** So long an engine that has just taken the folder may need to listen. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private static final Logger ENGINE_LOG = Logger.getLogger("dev.reprise.engine.run");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            defaultValue = "${env:REPRISE_DATA:-data}",
            description = "The folder of the engine. Default: REPRISE_DATA, or data.")
    private Path folder = Path.of("data");

    Path folder() {
        return folder;
    }

    /** To read what is stored; when the folder is opened here, nothing in it is changed. */
    Desk reading() {
        return opened(() -> desk(Store.reading(folder)));
    }

    /** To do something with the files in which it is stored. */
    Desk keeping() {
        return opened(() -> desk(Store.open(folder)));
    }

    private static Desk desk(Store store) {
        return new LocalDesk(Clerk.reading(store, InstantSource.system()), store);
    }

    /** To do something; when the folder is opened here, with this code. */
    Desk acting(Code code) {
        return opened(
                () -> {
                    // Runs whose code is not here get stuck, as is meant: nobody need be warned.
                    ENGINE_LOG.setLevel(Level.SEVERE);
                    Engine engine = Engine.open(folder, EngineOptions.DEFAULT.control(false));
                    code.register(engine);
                    return engine.desk();
                });
    }

    /** To ask runs, or start them: what needs their code, from here when nobody else has it. */
    Desk asking(@Nullable Path code) {
        Optional<Desk> there = ControlSocket.connect(folder);
        if (there.isPresent()) {
            return patient(there.get());
        }
        if (code == null && Files.isRegularFile(folder.resolve("format"))) {
            try (Desk here = reading()) {
                // Whoever has it open answers; else only that nobody does was to be found out.
                if (!(here instanceof LocalDesk)) {
                    return acting(Code.NONE);
                }
            }
            throw new Desk.Declined(
                    "NO_CODE",
                    "No engine has the folder "
                            + folder
                            + " open, so there is no code to carry runs out. Start the program that"
                            + " has it, or name the code with --code.");
        }
        return acting(code == null ? Code.NONE : Code.in(code));
    }

    private Desk opened(Supplier<Desk> here) {
        if (!Files.isRegularFile(folder.resolve("format"))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "There is no store in the folder "
                            + folder
                            + ". Name the folder of an engine with --data, or in REPRISE_DATA. A new"
                            + " one is made by a program that opens an engine there, and by `reprise"
                            + " run FILE.java --data "
                            + folder
                            + "`.");
        }
        Optional<Desk> there = ControlSocket.connect(folder);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (there.isEmpty()) {
            try {
                return here.get();
            } catch (StoreFailure e) {
                if (e.kind() != StoreFailure.Kind.IN_USE) {
                    throw e;
                }
                there = ControlSocket.connect(folder);
                if (there.isEmpty() && System.nanoTime() - deadline > 0) {
                    throw notListening(e);
                }
                pause();
            }
        }
        return patient(there.get());
    }

    private Desk patient(Desk there) {
        return new PatientDesk(there, folder, spec.commandLine().getErr(), PatientDesk.Times.USUAL);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Desk.Declined notListening(StoreFailure e) {
        return new Desk.Declined(
                "IN_USE",
                e.getMessage()
                        + " It does not listen to the command line: EngineOptions.control(true)"
                        + " is how an engine does.");
    }
}
