package dev.reprise.engine.testing;

import dev.reprise.engine.run.Conductor;
import dev.reprise.engine.store.Cursor;
import dev.reprise.engine.store.Head;
import dev.reprise.engine.store.Store;
import dev.reprise.flow.FlowReplay;
import dev.reprise.flow.WorkflowType;
import dev.reprise.history.Replay;
import dev.reprise.history.Transcript;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import dev.reprise.vm.PatternType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Replays what is stored with the code that is registered. */
final class Replays {
    private final Conductor conductor;
    private final Store store;

    Replays(Conductor conductor, Store store) {
        this.conductor = conductor;
        this.store = store;
    }

    void all() {
        List<String> problems = new ArrayList<>();
        int runs = 0;
        try (Cursor<Head> heads = store.heads()) {
            while (heads.hasNext()) {
                runs++;
                Records records = Records.of(store, heads.next().run());
                problem(records).ifPresent(problems::add);
            }
        }
        if (!problems.isEmpty()) {
            throw new AssertionError(
                    problems.size()
                            + " of "
                            + runs
                            + " runs do not replay with the code that is registered.\n"
                            + String.join("\n", problems));
        }
    }

    private Optional<String> problem(Records records) {
        Transcript transcript = records.transcript();
        if (transcript.turns().isEmpty()) {
            return Optional.empty(); // its code has never been carried out
        }
        Optional<Replay.Verdict> verdict =
                records.program().isEmpty()
                        ? code(records, transcript)
                        : pattern(records, transcript);
        if (verdict.isEmpty()) {
            return Optional.of(
                    "Run "
                            + records.run()
                            + ": no code is registered for "
                            + records.type()
                            + ". What to do: register it before replayAll().");
        }
        return verdict.get() instanceof Replay.Differed(var mismatch)
                ? Optional.of("Run " + records.run() + ": " + mismatch.describe())
                : Optional.empty();
    }

    private Optional<Replay.Verdict> code(Records records, Transcript transcript) {
        WorkflowType<?, ?> type = conductor.workflow(records.type());
        return type == null ? Optional.empty() : Optional.of(FlowReplay.of(type, transcript));
    }

    private Optional<Replay.Verdict> pattern(Records records, Transcript transcript) {
        PatternType type = conductor.pattern(records.type());
        if (type == null) {
            return Optional.empty();
        }
        return Optional.of(Replay.of(type.machine(program(type, records)), transcript.recording()));
    }

    private LinkedProgram program(PatternType type, Records records) {
        String hash = records.program();
        return hash.equals(type.program().hash())
                ? type.current()
                : type.link(Program.read(store.kept("program/" + hash).orElseThrow()));
    }
}
