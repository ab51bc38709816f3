package dev.reprise.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Failure;
import dev.reprise.Outcome;
import dev.reprise.Payload;
import dev.reprise.choice.Key;
import dev.reprise.choice.Scheduler;
import dev.reprise.program.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run of a pattern on both interpreters, the reference and the VM, as a conversation: what is
 * told to them, and what happens, which must be the same. Whatever is not bound is bound to the
 * obvious: a task changes nothing, a condition holds when the variable of its name is "yes", a
 * count is the number in the variable of its name, a list is the words in it.
 */
final class Story {
    private static final Pattern UNBOUND =
            Pattern.compile("No code is bound to the (\\w+) \"(.*)\", at .*");

    private final dev.reprise.pattern.Pattern pattern;
    private Registry registry = Registry.NONE;
    private Context context = Context.EMPTY;
    private Supplier<Scheduler> scheduler = Scheduler::deterministic;
    private @Nullable Reference reference;
    private @Nullable VmInterpreter vm;
    private int told;

    private Story(dev.reprise.pattern.Pattern pattern) {
        this.pattern = pattern;
    }

    static Story of(dev.reprise.pattern.Pattern pattern) {
        return new Story(pattern);
    }

    Story with(String variable, String text) {
        context = context.with(variable, text);
        return this;
    }

    Story by(Supplier<Scheduler> other) {
        scheduler = other;
        return this;
    }

    /** A task that puts a text into a variable. */
    Story sets(String task, String variable, String text) {
        return code(task, it -> it.with(variable, text));
    }

    Story code(String task, UnaryOperator<Context> code) {
        registry = registry.task(task, code);
        return this;
    }

    /** A condition that throws. */
    Story breaks(String condition) {
        registry =
                registry.condition(
                        condition,
                        _ -> {
                            throw new IllegalStateException(condition);
                        });
        return this;
    }

    Story merge(String name, Merge merge) {
        registry = registry.merge(name, merge);
        return this;
    }

    Story starts() {
        bindTheRest();
        reference = new Reference(registry.link(pattern), context, scheduler.get());
        vm = new VmInterpreter(Program.of(pattern).link(registry), context, scheduler.get());
        return each(Interpreter::run);
    }

    /** Does the same with both, and expects the same of them. */
    private Story each(Consumer<Interpreter> what) {
        what.accept(reference());
        what.accept(vm());
        assertThat(Interpreter.sorted(vm().trace()))
                .isEqualTo(Interpreter.sorted(reference().trace()));
        assertThat(vm().asking()).isEqualTo(reference().asking());
        assertThat(vm().ended()).isEqualTo(reference().ended());
        assertThat(vm().result()).isEqualTo(reference().result());
        return this;
    }

    private void bindTheRest() {
        try {
            registry.link(pattern);
        } catch (Unlinkable e) {
            for (var problem : e.problems()) {
                var found = UNBOUND.matcher(problem);
                assertThat(found.matches()).as(problem).isTrue();
                bind(found.group(1), found.group(2));
            }
        }
    }

    private void bind(String what, String name) {
        registry =
                switch (what) {
                    case "task" -> registry.task(name, it -> it);
                    case "condition" ->
                            registry.condition(name, it -> text(it, name).equals("yes"));
                    case "count" -> registry.count(name, it -> Integer.parseInt(text(it, name)));
                    case "list" ->
                            registry.list(
                                    name,
                                    it ->
                                            Stream.of(text(it, name).split(" "))
                                                    .map(Payload::text)
                                                    .toList());
                    default -> throw new AssertionError("nothing is bound to the " + what);
                };
    }

    static String text(Context context, String variable) {
        return context.find(variable)
                .map(it -> new String(it.bytes(), java.nio.charset.StandardCharsets.UTF_8))
                .orElse("");
    }

    /** The effect that was started first under this name gives its own name as its value. */
    Story done(String effect) {
        return done(effect, effect);
    }

    Story done(String effect, String value) {
        return resume(asking(effect).key(), new Outcome.Completed(Payload.text(value)));
    }

    Story fails(String effect, String type) {
        var failure = new Failure.Application(type, "it did not work");
        return resume(asking(effect).key(), new Outcome.Failed(failure));
    }

    Story resume(Key key, Outcome outcome) {
        return each(
                it -> {
                    it.resume(key, outcome);
                    it.run();
                });
    }

    private Interpreter.Asking asking(String effect) {
        return reference().asking().stream()
                .filter(it -> it.name().equals(effect))
                .findFirst()
                .orElseThrow(() -> new AssertionError(effect + " is not under way: " + underWay()));
    }

    Story signal(String name) {
        return signal(name, name);
    }

    Story signal(String name, String value) {
        return each(
                it -> {
                    it.signal(name, Payload.text(value));
                    it.run();
                });
    }

    Story elapse(Duration time) {
        return each(
                it -> {
                    it.elapse(time);
                    it.run();
                });
    }

    /**
     * What has happened since it was last asked, and nothing else. A pure task is its name, what an
     * effect does is "start", "end", "fail" or "withdrawn" and its name.
     */
    Story expect(String... events) {
        assertThat(news()).containsExactly(events);
        return this;
    }

    /** All that has happened, with where it did. */
    Story expectSpots(String... events) {
        assertThat(reference().trace()).containsExactly(events);
        return this;
    }

    List<String> news() {
        var trace = reference().trace;
        var news = new ArrayList<String>();
        for (; told < trace.size(); told++) {
            var words = trace.get(told).split(" ");
            news.add(
                    words[0].equals("ran")
                            ? words[1]
                            : words.length == 1 ? words[0] : words[0] + " " + words[1]);
        }
        return news;
    }

    /** Which effects are under way, by their names in the order of their keys. */
    Story expectUnderWay(String... effects) {
        assertThat(underWay()).containsExactly(effects);
        assertThat(reference().isOver()).isFalse();
        return this;
    }

    private List<String> underWay() {
        return reference().asking().stream().map(Interpreter.Asking::name).toList();
    }

    /** Nothing can happen by itself or by the outcome of an effect, and the run is not over. */
    Story expectStuck() {
        return expectUnderWay();
    }

    Story expectVariable(String name, String text) {
        assertThat(text(result(), name)).isEqualTo(text);
        return this;
    }

    Context result() {
        return reference().result().orElseThrow();
    }

    Reference reference() {
        if (reference == null) {
            throw new AssertionError("the story has not begun: starts()");
        }
        return reference;
    }

    private VmInterpreter vm() {
        if (vm == null) {
            throw new AssertionError("the story has not begun: starts()");
        }
        return vm;
    }
}
