package dev.reprise.vm;

import dev.reprise.Check;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.pattern.Term;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The effects that were asked for. They are numbered from 1 in the order in which they were. */
final class Effects {
    private final Board board;
    private final Tokens tokens;
    private final KeyIndex asking = new KeyIndex();

    /** The numbers of those that were not handed out yet; some may be withdrawn. */
    final List<Long> fresh = new ArrayList<>();

    /** The numbers of those that were handed out and are withdrawn, which was not told yet. */
    final List<Long> withdrawn = new ArrayList<>();

    /** The number of the last one. */
    long last;

    /** All up to this number were handed out. */
    long handedOut;

    Effects(Board board) {
        this.board = board;
        this.tokens = board.tokens;
    }

    int size() {
        return asking.size();
    }

    /** The token, which was chosen, asks. */
    void ask(int token) {
        tokens.since(token, ++last);
        tokens.state(token, Tokens.ASKING);
        asking.put(last, token);
        fresh.add(last);
        board.standing.asks(token, true);
    }

    /** A token that asked when it was written down asks again. */
    void restore(int token) {
        asking.put(tokens.since(token), token);
    }

    private void stop(int token) {
        asking.remove(tokens.since(token));
        board.standing.asks(token, false);
    }

    /** The token, which asks, is taken away. */
    void withdraw(int token) {
        board.tracer.task(Event.What.WITHDRAWN, token);
        if (tokens.since(token) <= handedOut) {
            withdrawn.add(tokens.since(token));
        }
        stop(token);
    }

    /** Takes in how an effect ended; false when nobody waits for it any more. */
    boolean resume(long effect, Outcome outcome) {
        Check.argument(
                effect >= 1 && effect <= last,
                "no effect %d was asked for; there were %d",
                effect,
                last);
        int token = asking.find(effect);
        if (token < 0) {
            return false;
        }
        stop(token);
        tokens.state(token, Tokens.SILENT);
        switch (outcome) {
            case Outcome.Completed(var value) -> {
                board.tracer.task(Event.What.END, token);
                var result = work(token).result();
                if (!result.isEmpty()) {
                    tokens.context(token, tokens.context(token).with(result, value));
                }
                board.goOn(token, tokens.at(token) + 2);
            }
            case Outcome.Failed(var failure) -> {
                board.tracer.task(Event.What.FAIL, token);
                board.scopes.fail(token, failure);
            }
        }
        return true;
    }

    /** Those that were not handed out yet, in the order in which they were asked for. */
    List<Effect> handOut() {
        var effects = new ArrayList<Effect>();
        for (long number : fresh) {
            int token = asking.find(number);
            if (token >= 0) {
                effects.add(effect(token));
            }
        }
        fresh.clear();
        handedOut = last;
        return effects;
    }

    List<Long> tellWithdrawn() {
        var told = List.copyOf(withdrawn);
        withdrawn.clear();
        return told;
    }

    boolean hasNews() {
        if (!withdrawn.isEmpty()) {
            return true;
        }
        for (long number : fresh) {
            if (asking.find(number) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** All that are outstanding, in the order of the keys of their tokens. */
    List<Effect> outstanding() {
        var effects = new ArrayList<Effect>();
        for (int token = 0; token < tokens.used(); token++) {
            if (tokens.state(token) == Tokens.ASKING) {
                effects.add(effect(token));
            }
        }
        effects.sort(Comparator.comparing(Effect::key));
        return effects;
    }

    private Effect effect(int token) {
        var task = task(token);
        var argument = work(token).argument();
        var input =
                argument.isEmpty()
                        ? Payload.NONE
                        : tokens.context(token).find(argument).orElse(Payload.NONE);
        return new Effect(
                tokens.since(token),
                tokens.action(token).key(),
                task.name(),
                input,
                board.tracer.spot(token));
    }

    private Term.Task task(int token) {
        var program = board.program;
        return program.tables().effects().get(program.at(tokens.at(token) + 1));
    }

    private Term.Work.Effect work(int token) {
        return (Term.Work.Effect) task(token).work();
    }
}
