package dev.reprise.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Lets a debugger look at one moment of a command. The command is started once more, in a process
 * that can be debugged; there everything before that moment is done without waiting for anybody.
 */
final class Debugging {
    /** In the process that can be debugged: on which port it is. */
    private static final String PORT = "reprise.debug";

    private static final int PORT_MAX = 65_535;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--debug",
            description =
                    "With --again or --at: wait for a debugger just before that order or activation"
                            + " begins, on this machine only.")
    private boolean asked;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "With --debug: where it is waited for. Default: any that is free.")
    private @Nullable Integer port;

    boolean isAsked() {
        return asked;
    }

    /** Whether it is to be done in another process, which this one has to start. */
    boolean isElsewhere() {
        if (port != null && !asked) {
            throw wrong("--port is where a debugger is waited for: give --debug, too.");
        }
        return asked && System.getProperty(PORT) == null;
    }

    /** Does all of the command in a process that can be debugged; its exit code. */
    int elsewhere() {
        int free = free();
        List<String> command = OwnPath.command(Moment.option(free), "-D" + PORT + "=" + free);
        command.addAll(spec.root().commandLine().getParseResult().originalArgs());
        try {
            Process process = new ProcessBuilder(command).inheritIO().start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            return process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it was debugged", e);
        }
    }

    private int free() {
        if (port != null && (port < 1 || port > PORT_MAX)) {
            throw wrong("--port " + port + ": ports are from 1 to " + PORT_MAX + ".");
        }
        try (var socket =
                new ServerSocket(port == null ? 0 : port, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw wrong("--port " + port + " cannot be used (" + e.getMessage() + ").");
        }
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    /** Here is what a debugger was asked for, if one was. */
    void moment(String what) {
        if (asked) {
            var err = spec.commandLine().getErr();
            err.println("Attach a debugger to localhost:" + System.getProperty(PORT) + "; " + what);
            err.println(
                    "All that comes before is done. Nothing else runs from here, so a breakpoint in"
                            + " your code is hit at this moment; then let it go on.");
            err.flush();
            Moment.reached(what);
        }
    }
}
