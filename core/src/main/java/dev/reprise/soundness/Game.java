package dev.reprise.soundness;

import dev.reprise.Check;
import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.choice.Key;
import dev.reprise.pattern.Context;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Places;
import dev.reprise.pattern.Term;
import dev.reprise.program.Code;
import dev.reprise.program.LinkedProgram;
import dev.reprise.program.Program;
import dev.reprise.vm.Detail;
import dev.reprise.vm.Settings;
import dev.reprise.vm.Survey;
import dev.reprise.vm.Vm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Drives the VM through a pattern: which moves there are, and what comes of one. */
final class Game {
    /** Who makes so many reductions without standing goes round without an end. */
    private static final int SILENT_MAX = 100_000;

    private static final Settings SETTINGS =
            Settings.DEFAULT.trace(Detail.NONE, _ -> {}).reductionsMax(Long.MAX_VALUE);

    private static final Outcome COMPLETED = new Outcome.Completed(Payload.NONE);
    private static final Outcome FAILED =
            new Outcome.Failed(new Failure.Application("Failed", "the effect fails"));

    private final Places places;
    private final Bounds bounds;
    private final Oracle oracle;
    private final LinkedProgram linked;
    private final Program program;

    /**
     * The game of this pattern.
     *
     * @throws dev.reprise.pattern.Unlinkable if regions or calls in it lead nowhere
     */
    Game(Pattern pattern, Bounds bounds) {
        this.places = Places.checked(pattern);
        this.bounds = bounds;
        this.oracle = new Oracle(bounds.k());
        this.linked = Bare.of(places, oracle);
        this.program = linked.program();
    }

    // ---- moves

    /** The run as it was written down. */
    Vm at(byte[] snapshot) {
        return Vm.restore(linked, snapshot, oracle, SETTINGS);
    }

    /** All that can happen next; of tokens that are in the same position, what the first can do. */
    List<Move> moves(Vm vm) {
        var moves = new ArrayList<Move>();
        var known = new TreeSet<Integer>();
        var doubles = new TreeSet<Key>();
        for (var token : vm.survey().tokens()) {
            if (!known.add(token.position())) {
                doubles.add(token.key());
            } else if (token.able()) {
                moves.add(chosen(token));
            } else if (token.doing() == Survey.Doing.ASKING) {
                moves.add(move(Step.What.OUTCOME, token, true));
            }
        }
        for (var awaited : vm.survey().awaited()) {
            if (!isCut(awaited)) {
                moves.add(other(Step.What.SIGNAL, awaited.name(), "", null, -1));
            }
        }
        for (var timer : vm.timers()) {
            if (doubles.contains(timer.key())) {
                continue;
            }
            var token = find(vm, timer.key());
            var path = program.path(program.place(token.at())) + "/" + timer.trigger();
            moves.add(other(Step.What.TIMER, "", path, timer.key(), timer.trigger()));
        }
        return moves;
    }

    /** Whether one more instance is not looked at. */
    private boolean isCut(Survey.Awaited awaited) {
        return awaited.instances() >= bounds.k();
    }

    /** Whether an each would grow that is not let. */
    boolean isCut(Vm vm) {
        return vm.survey().awaited().stream().anyMatch(this::isCut);
    }

    private Move chosen(Survey.Token token) {
        return switch (program.at(token.at())) {
            case Code.TASK -> move(Step.What.TASK, token, true);
            case Code.EFFECT -> move(Step.What.START, token, true);
            case Code.LOCK -> move(Step.What.LOCK, token, false);
            case Code.TURN -> move(Step.What.TURN, token, false);
            case Code.BLOCK -> move(Step.What.SPLIT, token, false);
            case Code.CANCEL -> move(Step.What.CANCEL, token, false);
            case Code.COMPLETE -> move(Step.What.COMPLETE, token, false);
            default -> move(Step.What.STOP, token, false);
        };
    }

    private Move move(Step.What what, Survey.Token token, boolean isTask) {
        int place = program.place(token.at());
        var step = new Step(what, name(place), program.path(place), token.key().number(), 0);
        boolean starts = what == Step.What.TASK || what == Step.What.START;
        return new Move(
                step, token.key(), starts ? place : -1, token.inScope(), isTask && !token.gated());
    }

    private static Move other(
            Step.What what, String name, String path, @Nullable Key key, int choice) {
        var step = new Step(what, name, path, key == null ? -1 : key.number(), choice);
        return new Move(step, key, -1, false, false);
    }

    private static Survey.Token find(Vm vm, Key key) {
        return vm.survey().tokens().stream()
                .filter(it -> it.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    // ---- playing

    /** The beginning, with choices by the script. */
    Played start(int[] script) {
        oracle.begin(script, null, false);
        var vm = Vm.start(linked, Context.EMPTY, oracle, SETTINGS);
        var flaw = settled(vm);
        return Played.of(vm, oracle.log(), flaw, oracle.hasCounted());
    }

    /** What comes of the move in this run, with choices by the script. */
    Played play(Vm vm, Move move, int[] script) {
        boolean chooses = move.step().what().compareTo(Step.What.OUTCOME) < 0;
        oracle.begin(script, chooses ? move.key() : null, move.canFail());
        var step = move.step();
        switch (step.what()) {
            case OUTCOME -> {
                var effects = vm.effects();
                var effect = effects.stream().filter(it -> it.key().equals(move.key())).findFirst();
                boolean completes = oracle.completes(step.subject(), step.path());
                vm.resume(effect.orElseThrow().number(), completes ? COMPLETED : FAILED);
            }
            case SIGNAL -> vm.signal(step.subject(), Payload.NONE);
            case TIMER ->
                    vm.timers().stream()
                            .filter(it -> it.key().equals(move.key()))
                            .filter(it -> it.trigger() == step.choice())
                            .findFirst()
                            .ifPresent(it -> vm.fire(it.since(), it.trigger()));
            default -> vm.step();
        }
        var flaw = settled(vm);
        return Played.of(vm, told(step, oracle.log()), flaw, oracle.hasCounted());
    }

    /** The move and the choices that came with it; whether a task fails is told with the move. */
    private static List<Step> told(Step step, List<Step> choices) {
        var steps = new ArrayList<Step>();
        steps.add(step);
        for (var choice : choices) {
            if (choice.isChoice()) {
                steps.add(choice);
            } else {
                steps.set(0, step.choosing(choice.choice()));
            }
        }
        return steps;
    }

    /** The script for what is behind the one that was played last, or none. */
    int @Nullable [] nextScript() {
        return oracle.nextScript();
    }

    /** Plays a trace from the beginning. */
    Played replay(List<Step> trace) {
        int at = 0;
        while (at < trace.size() && trace.get(at).isChoice()) {
            at++;
        }
        var played = start(script(trace.subList(0, at)));
        while (at < trace.size()) {
            var step = trace.get(at++);
            int from = at;
            while (at < trace.size() && trace.get(at).isChoice()) {
                at++;
            }
            var move =
                    moves(played.vm()).stream()
                            .filter(it -> it.step().equals(step) || isWithFailure(it, step))
                            .findFirst();
            Check.argument(move.isPresent(), "there is no way to go on by: %s", step);
            boolean first = move.get().canFail() && isOfTask(step);
            played =
                    play(
                            played.vm(),
                            move.get(),
                            script(trace.subList(first ? from - 1 : from, at)));
        }
        return played;
    }

    private static boolean isWithFailure(Move move, Step step) {
        return isOfTask(step) && move.step().choosing(1).equals(step);
    }

    private static boolean isOfTask(Step step) {
        return step.what() == Step.What.TASK || step.what() == Step.What.OUTCOME;
    }

    private static int[] script(List<Step> choices) {
        return choices.stream().mapToInt(Step::choice).toArray();
    }

    /** Lets all go on silently; what is wrong on the way. */
    private Optional<Flaw> settled(Vm vm) {
        var survey = vm.survey();
        boolean graphs = !program.tables().graphs().isEmpty();
        for (int i = 0; i < SILENT_MAX && !oracle.isEndless(); i++) {
            if (graphs && survey.crowded().isPresent()) {
                return Optional.of(new Flaw.Unsynchronised(node(survey.crowded().getAsInt())));
            }
            if (vm.tokensCount() > bounds.tokensMax()
                    || (graphs && survey.waitingCount() > bounds.tokensMax())) {
                return Optional.of(new Flaw.Unbounded(bounds.tokensMax(), spots(vm)));
            }
            if (!vm.goOn()) {
                return Optional.empty();
            }
        }
        oracle.forgetTheLast();
        return Optional.of(new Flaw.NeverEnds(true, List.of()));
    }

    // ---- telling

    /** Where the tokens are that wait for nothing inside of them, and who waits at nodes. */
    List<Flaw.Spot> spots(Vm vm) {
        var spots = new ArrayList<Flaw.Spot>();
        for (var token : vm.survey().tokens()) {
            if (token.doing() != Survey.Doing.HOLDING) {
                spots.add(spot(program.place(token.at())));
            }
        }
        vm.survey().waitedAt().forEach(it -> spots.add(node(it)));
        return spots.stream().distinct().toList();
    }

    Flaw.Spot spot(int place) {
        var what =
                switch (places.at(place).term()) {
                    case Term.Task(_, var work) ->
                            work instanceof Term.Work.Effect ? "effect " : "task ";
                    case Term.Await _ -> "await ";
                    case Term.Lock _ -> "lock ";
                    case Term.Stop _ -> "stop";
                    case Term.Cancel _ -> "cancel ";
                    default -> "part";
                };
        return new Flaw.Spot(program.path(place), (what + name(place)).strip());
    }

    /** The node whose part is there. */
    private Flaw.Spot node(int place) {
        var graph = (Term.Graph) places.at(places.parent(place)).term();
        var label = graph.nodes().get(places.rank(place)).label();
        return new Flaw.Spot(program.path(place), "node " + label);
    }

    private String name(int place) {
        return switch (places.at(place).term()) {
            case Term.Task(var name, _) -> name;
            case Term.Lock(var name) -> name;
            case Term.Cancel(var region, _) -> region;
            default -> "";
        };
    }

    /** The places of all tasks, of either sort. */
    int[] tasks() {
        int[] found = new int[places.size()];
        int count = 0;
        for (int place = 0; place < places.size(); place++) {
            if (places.at(place).term() instanceof Term.Task) {
                found[count++] = place;
            }
        }
        return Arrays.copyOf(found, count);
    }
}
