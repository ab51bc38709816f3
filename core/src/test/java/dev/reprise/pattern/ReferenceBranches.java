package dev.reprise.pattern;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.pattern.Frame.InBranch;
import dev.reprise.pattern.Frame.Split;
import dev.reprise.pattern.Frame.State;
import dev.reprise.pattern.Frame.Token;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Splits, instances and joins in the reference interpreter. */
final class ReferenceBranches {
    private final Reference run;

    ReferenceBranches(Reference run) {
        this.run = run;
    }

    /** The token starts the branches of a par, an each or an interleave, and holds. */
    void split(Token token, int place) {
        switch (run.places.at(place).term()) {
            case Term.Par par -> {
                var guards =
                        IntStream.range(0, run.places.at(place).parts().size())
                                .mapToObj(par::guard)
                                .toList();
                var started = ReferenceTerms.taken(guards, it -> run.holds(it, token.context));
                var split = hold(token, place, par.join(), par.merge(), "");
                for (int branch : started) {
                    branch(split, branch, run.places.part(place, branch), false, token.context);
                }
            }
            case Term.Interleave(_, var merge) -> {
                var split = hold(token, place, Join.ALL, merge, "");
                for (int i = 0; i < run.places.at(place).parts().size(); i++) {
                    branch(split, i, run.places.part(place, i), false, token.context);
                }
            }
            case Term.Each each -> instances(token, place, each);
            default -> throw new AssertionError(run.places.at(place));
        }
        if (token.frame instanceof Split split) {
            if (split.join.need() instanceof Join.Nobody) {
                split.left = true;
                run.goOn(token, split.parent, token.context);
            } else if (split.started == 0 && !split.open) {
                fire(split);
            }
        }
    }

    private Split hold(Token token, int place, Join join, String merge, String item) {
        var split = new Split(place, join, merge, item, token);
        token.frame = split;
        token.state = new State.Holds(run.next());
        return split;
    }

    private void branch(Split split, int index, int place, boolean numbered, Context context) {
        split.started++;
        var token = run.born(place, Reference.trail(split, numbered ? index : -1), split, context);
        token.frame = new InBranch(place, index, numbered, token);
        if (run.places.at(split.place).term() instanceof Term.Interleave(var turns, _)
                && turns == Term.Turns.PARTS) {
            token.state = new State.Stands(split.place);
        }
    }

    private void instances(Token token, int place, Term.Each each) {
        var growing = run.signals().growing(place);
        var items = items(token, growing.map(Instances.Growing::first).orElse(each.instances()));
        var split = hold(token, place, each.join(), each.merge(), each.item());
        items.forEach(it -> instance(split, it));
        if (growing.isPresent()) {
            split.open = true;
            run.signals().opened(token, growing.get());
        }
    }

    private List<Payload> items(Token token, Instances instances) {
        if (instances instanceof Instances.Items(var name)) {
            return counted(Reference.told(() -> run.linked.list(name).apply(token.context)));
        }
        int count =
                switch (instances) {
                    case Instances.Fixed(int fixed) -> fixed;
                    case Instances.Counted(var name) ->
                            Reference.told(() -> run.linked.count(name).applyAsInt(token.context));
                    default -> throw new AssertionError(instances);
                };
        if (count < 0 || count > Instances.COUNT_MAX) {
            throw new Reference.Mishap("BadCount", count + " instances");
        }
        return IntStream.range(0, count).mapToObj(it -> Payload.text("" + it)).toList();
    }

    private static List<Payload> counted(List<Payload> items) {
        if (items.size() > Instances.COUNT_MAX) {
            throw new Reference.Mishap("BadCount", items.size() + " instances");
        }
        return items;
    }

    private void instance(Split split, Payload item) {
        var context = split.item.isEmpty() ? split.base : split.base.with(split.item, item);
        branch(split, split.started, run.places.part(split.place, 0), true, context);
    }

    /** A signal for an each that is open: one instance more, or no more. */
    void grow(Token owner, String signal, Payload value) {
        var split = (Split) owner.frame;
        if (signal.equals(run.signals().growing(split.place).orElseThrow().add())) {
            if (split.started == Instances.COUNT_MAX) {
                run.fail(owner, new Failure.Application("BadCount", "one instance too many"));
            } else {
                instance(split, value);
            }
        } else {
            split.open = false;
            if (split.arrived.size() == split.started) {
                tryFire(split);
            }
        }
    }

    /** A branch has come to its end. */
    void arrive(Token token, InBranch in) {
        var split = in.split();
        var context = token.context;
        if (!split.item.isEmpty()) {
            var before = split.base.find(split.item);
            context =
                    before.isPresent()
                            ? context.with(split.item, before.get())
                            : context.without(split.item);
        }
        in.left = true;
        run.dies(token);
        if (!split.left) {
            split.arrived.put(in.index, context);
            tryFire(split);
        }
    }

    private void tryFire(Split split) {
        try {
            int arrived = split.arrived.size();
            boolean all = !split.open && arrived == split.started;
            boolean enough =
                    switch (split.join.need()) {
                        case Join.All(), Join.Nobody() -> false;
                        case Join.AtLeast(int count) -> arrived >= count;
                        case Join.When(var condition) ->
                                arrived > 0 && run.holds(condition, merged(split));
                    };
            if (all || enough) {
                fire(split);
            }
        } catch (Reference.Mishap mishap) {
            run.fail(split.owner, mishap.failure());
        }
    }

    private Context merged(Split split) {
        var arrivals = new TreeMap<Integer, Merge.Arrival>();
        split.arrived.forEach(
                (index, context) ->
                        arrivals.put(index, new Merge.Arrival("branch " + index, index, context)));
        return run.merge(split.merge, split.base, arrivals);
    }

    /** The flow goes on after the split, with what has arrived. */
    void fire(Split split) {
        var merged = merged(split);
        split.left = true;
        if (split.join.rest() == Join.Rest.CANCEL) {
            withdraw(split);
        }
        run.goOn(split.owner, split.parent, merged);
    }

    void withdraw(Split split) {
        run.active(InBranch.class).stream()
                .filter(it -> it.parent == split)
                .forEach(it -> run.withdraw(it, null));
    }
}
