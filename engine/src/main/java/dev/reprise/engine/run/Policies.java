package dev.reprise.engine.run;

import dev.reprise.Failure;
import dev.reprise.Payload;
import dev.reprise.history.Command;
import dev.reprise.history.Turn;
import dev.reprise.policy.Functions;
import dev.reprise.policy.Policy;
import dev.reprise.policy.Precedence;
import dev.reprise.policy.Resolver;
import dev.reprise.policy.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rules of now, by which activities are executed that are asked for now. */
final class Policies {
    /** The type of the failure of an activity whose policy could not be found. */
    static final String UNREADABLE = "PolicyUnreadable";

    private final Resolver resolver;

    /** One that was equal to what is usual: most are the same again. */
    private volatile Policy usual = Options.UNSAID;

    Policies(Precedence precedence, Functions functions) {
        this.resolver = new Resolver(precedence, functions);
    }

    /** How the activities of a turn are executed; without those where their commands say all. */
    List<Dispatch> dispatched(Turn turn) {
        List<Dispatch> all = new ArrayList<>(0);
        for (Command command : turn.commands()) {
            switch (command) {
                case Command.ScheduleActivity it ->
                        add(all, command, new Target(it.type(), "activity"));
                case Command.ScheduleLocalActivity it ->
                        add(all, command, new Target(it.type(), "local"));
                default -> {}
            }
        }
        return all;
    }

    @SuppressWarnings("ReferenceEquality") // a resolver finds the same one again and again
    private boolean isUsual(Policy policy, Command command) {
        Policy expected = Options.usual(command);
        if (expected != Options.UNSAID) {
            return policy.equals(expected);
        }
        if (policy == usual) {
            return true;
        }
        boolean is = policy.equals(expected);
        usual = is ? policy : usual;
        return is;
    }

    private void add(List<Dispatch> all, Command command, Target target) {
        try {
            Policy policy = resolver.resolve(target, Options.said(command));
            if (!isUsual(policy, command)) {
                all.add(new Dispatch(command.seq(), policy));
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            String why =
                    "How to execute " + target.name() + " could not be told: " + e.getMessage();
            var failure =
                    new Failure.Application(UNREADABLE, why, Payload.NONE, false, Optional.empty());
            all.add(new Dispatch(command.seq(), Policy.DEFAULT, Optional.of(failure)));
        }
    }
}
