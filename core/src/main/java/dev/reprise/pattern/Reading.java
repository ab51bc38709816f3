package dev.reprise.pattern;

import dev.reprise.form.Malformed;
import dev.reprise.pattern.Words.Name;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Reads a pattern from text, without recursion: what is open is on a stack of its own. */
final class Reading {
    private final Words words;
    private final Phrases phrases;
    private final ArrayDeque<Open> open = new ArrayDeque<>();

    /** A term whose closing brace is still to come. */
    private static final class Open {
        private final Words.Place place;
        private final Supplier<Object> prefix;
        private final BiFunction<List<Object>, List<Pattern>, Pattern> made;
        private final List<Object> prefixes = new ArrayList<>();
        private final List<Pattern> parts = new ArrayList<>();

        Open(
                Words.Place place,
                Supplier<Object> prefix,
                BiFunction<List<Object>, List<Pattern>, Pattern> made) {
            this.place = place;
            this.prefix = prefix;
            this.made = made;
        }
    }

    Reading(String text) {
        this.words = new Words(text);
        this.phrases = new Phrases(words);
    }

    Pattern pattern() {
        var whole = new Open(words.here(), () -> "", (_, parts) -> parts.getFirst());
        open.push(whole);
        do {
            if (open.size() > 1 && words.takes("}")) {
                close();
            } else {
                var top = open.getFirst();
                top.prefixes.add(top.prefix.get());
                term();
            }
        } while (open.size() > 1);
        if (!words.seesEnd()) {
            throw words.expected("the end");
        }
        return whole.parts.getFirst();
    }

    private void close() {
        var closed = open.pop();
        add(closed.place, () -> closed.made.apply(closed.prefixes, closed.parts));
    }

    private void add(Words.Place place, Supplier<Pattern> made) {
        open.getFirst().parts.add(checked(place, made));
    }

    /** What was made, or the refusal of it at the place where it is written. */
    private static <T> T checked(Words.Place place, Supplier<T> made) {
        try {
            return made.get();
        } catch (Malformed e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw Words.refusal(place, String.valueOf(e.getMessage()));
        }
    }

    private void leaf(Words.Place place, Supplier<Term> term) {
        add(place, () -> Pattern.of(term.get()));
    }

    /** Opens a term whose parts have nothing before them. */
    private void plain(Words.Place place, Supplier<Term> term) {
        var head = checked(place, term);
        prefixed(place, () -> "", (_, parts) -> Pattern.of(head, parts));
    }

    private void prefixed(
            Words.Place place,
            Supplier<Object> prefix,
            BiFunction<List<Object>, List<Pattern>, Pattern> made) {
        words.expect("{");
        open.push(new Open(place, () -> checked(words.here(), prefix), made));
    }

    private void term() {
        var place = words.here();
        if (words.takes("skip")) {
            leaf(place, Term.Seq::new);
        } else if (words.takes("task")) {
            leaf(place, () -> new Term.Task(words.name(Name.TASK), new Term.Work.Pure()));
        } else if (words.takes("effect")) {
            leaf(place, phrases::effect);
        } else if (words.takes("put")) {
            leaf(place, phrases::put);
        } else if (words.takes("cancel")) {
            leaf(place, () -> phrases.cancel(Term.Manner.WITHDRAW));
        } else if (words.takes("complete")) {
            leaf(place, () -> phrases.cancel(Term.Manner.COMPLETE));
        } else if (words.takes("stop")) {
            leaf(place, () -> new Term.Stop(phrases.ending()));
        } else if (words.takes("call")) {
            leaf(place, () -> new Term.Call(words.name(Name.DEFINITION)));
        } else if (!plainTerm(place) && !prefixedTerm(place)) {
            throw words.expected(open.size() > 1 ? "a term or }" : "a term");
        }
    }

    private boolean plainTerm(Words.Place place) {
        if (words.takes("seq")) {
            prefixed(place, () -> "", (_, parts) -> Patterns.seq(parts));
        } else if (words.takes("free")) {
            plain(place, Term.Free::new);
        } else if (words.takes("loop")) {
            plain(place, () -> new Term.Loop(phrases.rounds()));
        } else if (words.takes("each")) {
            plain(place, phrases::each);
        } else if (words.takes("interleave")) {
            plain(place, phrases::interleave);
        } else if (words.takes("lock")) {
            plain(place, () -> new Term.Lock(words.name(Name.LOCK)));
        } else if (words.takes("region")) {
            plain(place, () -> new Term.Region(words.name(Name.REGION)));
        } else if (words.takes("milestone")) {
            plain(place, () -> new Term.Milestone(words.name(Name.REGION)));
        } else if (words.takes("scope")) {
            plain(place, () -> new Term.Scope(phrases.remedy()));
        } else if (words.takes("undo")) {
            plain(place, Term.Undo::new);
        } else {
            return false;
        }
        return true;
    }

    private boolean prefixedTerm(Words.Place place) {
        if (words.takes("par")) {
            var join = checked(place, phrases::join);
            var merge = phrases.merge();
            prefixed(
                    place,
                    phrases::guard,
                    (guards, parts) ->
                            Pattern.of(new Term.Par(all(guards, Guard.class), join, merge), parts));
        } else if (words.takes("choice")) {
            prefixed(
                    place,
                    phrases::guard,
                    (guards, parts) ->
                            Pattern.of(new Term.Choice(all(guards, Guard.class)), parts));
        } else if (words.takes("await")) {
            prefixed(
                    place,
                    phrases::trigger,
                    (triggers, parts) ->
                            Pattern.of(new Term.Await(all(triggers, Trigger.class)), parts));
        } else if (words.takes("graph")) {
            var merge = phrases.merge();
            prefixed(
                    place,
                    phrases::node,
                    (nodes, parts) ->
                            Pattern.of(new Term.Graph(all(nodes, Node.class), merge), parts));
        } else if (words.takes("define")) {
            words.expect("{");
            words.expect("main");
            open.push(new Open(place, this::definition, Reading::define));
        } else {
            return false;
        }
        return true;
    }

    /** Nothing before the first part, whose word was taken with the brace. */
    private Object definition() {
        return open.getFirst().prefixes.isEmpty() ? "" : checked(words.here(), phrases::definition);
    }

    private static Pattern define(List<Object> prefixes, List<Pattern> parts) {
        var definitions = all(prefixes.subList(1, prefixes.size()), Term.Definition.class);
        return Pattern.of(new Term.Define(definitions), parts);
    }

    private static <T> List<T> all(List<Object> prefixes, Class<T> type) {
        return prefixes.stream().map(type::cast).toList();
    }

    /** The parts of a term's own line. */
    private record Phrases(Words words) {
        Term effect() {
            String name = words.name(Name.TASK);
            String argument = words.takes("from") ? words.name(Name.VARIABLE) : "";
            String result = name;
            if (words.takes("into")) {
                result = words.takes("nothing") ? "" : words.name(Name.VARIABLE);
            }
            return new Term.Task(name, new Term.Work.Effect(argument, result));
        }

        Term put() {
            return new Term.Put(words.name(Name.VARIABLE), words.quotedText("a text"));
        }

        Term cancel(Term.Manner manner) {
            return new Term.Cancel(words.name(Name.REGION), manner);
        }

        Term.Ending ending() {
            if (words.takes("done")) {
                return new Term.Ending.Done();
            }
            if (words.takes("cancelled")) {
                return new Term.Ending.Cancelled();
            }
            if (words.takes("failed")) {
                return new Term.Ending.Failed(
                        words.name(Name.FAILURE), words.quotedText("a message"));
            }
            throw words.expected("done, cancelled or failed");
        }

        Rounds rounds() {
            if (words.takes("while")) {
                return new Rounds.While(condition(1));
            }
            if (words.takes("until")) {
                return new Rounds.Until(condition(1));
            }
            if (!words.seesNumber()) {
                throw words.expected("a number of times, while or until");
            }
            var times = new Rounds.Times(words.number("a number of times"));
            words.expect("times");
            return times;
        }

        Term each() {
            var instances = instances();
            String item = words.takes("as") ? words.name(Name.VARIABLE) : "";
            var join = join();
            return new Term.Each(instances, item, join, merge());
        }

        private Instances instances() {
            Instances first;
            if (words.takes("count")) {
                first = new Instances.Counted(words.name(Name.FUNCTION));
            } else if (words.takes("items")) {
                first = new Instances.Items(words.name(Name.FUNCTION));
            } else {
                first = new Instances.Fixed(words.number("a number of instances, count or items"));
            }
            if (!words.takes("add")) {
                return first;
            }
            String add = words.name(Name.SIGNAL);
            words.expect("close");
            return first.growing(add, words.name(Name.SIGNAL));
        }

        Term interleave() {
            var turns = words.takes("tasks") ? Term.Turns.TASKS : Term.Turns.PARTS;
            return new Term.Interleave(turns, merge());
        }

        Term.Remedy remedy() {
            if (words.takes("recover")) {
                return new Term.Remedy.Recover(
                        words.takes("into") ? words.name(Name.VARIABLE) : "");
            }
            if (words.takes("retry")) {
                return new Term.Remedy.Retry(words.number("a number of attempts"));
            }
            if (words.takes("compensate")) {
                return new Term.Remedy.Compensate();
            }
            throw words.expected("recover, retry or compensate");
        }

        Join join() {
            var join = Join.ALL;
            if (words.takes("join")) {
                if (words.takes("none")) {
                    join = Join.NOBODY;
                } else if (words.takes("when")) {
                    join = Join.when(condition(1));
                } else {
                    join = Join.atLeast(words.number("a number of branches, when or none"));
                }
            }
            if (words.takes("cancelling")) {
                return join.cancelling();
            }
            return words.takes("blocking") ? join.blocking() : join;
        }

        String merge() {
            if (!words.takes("merge")) {
                return Merge.STRICT;
            }
            return words.takes("none") ? Merge.NONE : words.name(Name.MERGE);
        }

        Guard guard() {
            if (words.takes("when")) {
                return new Guard.When(condition(1));
            }
            return words.takes("otherwise") ? Guard.OTHERWISE : Guard.ALWAYS;
        }

        private Condition condition(int depth) {
            if (depth > Condition.DEPTH_MAX) {
                throw words.expected("conditions that go at most " + Condition.DEPTH_MAX + " deep");
            }
            if (words.takes("has")) {
                return new Condition.Has(words.name(Name.VARIABLE));
            }
            if (words.takes("is")) {
                return new Condition.Is(words.name(Name.VARIABLE), words.quotedText("a text"));
            }
            if (words.takes("not")) {
                return new Condition.Not(condition(depth + 1));
            }
            if (words.takes("all")) {
                return new Condition.All(conditions(depth + 1));
            }
            if (words.takes("any")) {
                return new Condition.Any(conditions(depth + 1));
            }
            return new Condition.Named(words.name(Name.CONDITION));
        }

        private List<Condition> conditions(int depth) {
            var conditions = new ArrayList<Condition>();
            words.expect("(");
            if (words.takes(")")) {
                return conditions;
            }
            do {
                conditions.add(condition(depth));
            } while (words.takes(","));
            words.expect(")");
            return conditions;
        }

        Trigger trigger() {
            if (words.takes("after")) {
                return after();
            }
            words.expect("on");
            var keeping =
                    words.takes("transient")
                            ? Trigger.Keeping.TRANSIENT
                            : Trigger.Keeping.PERSISTENT;
            String name = words.name(Name.SIGNAL);
            String into = words.takes("into") ? words.name(Name.VARIABLE) : "";
            return new Trigger.Signal(name, into, keeping);
        }

        private Trigger after() {
            var place = words.here();
            String time = words.name(Name.TIME);
            try {
                return new Trigger.After(Duration.parse(time));
            } catch (DateTimeParseException e) {
                throw Words.refusal(
                        place, "expected a time such as PT30S, found " + Malformed.shown(time));
            }
        }

        Term.Definition definition() {
            return new Term.Definition(
                    words.name(Name.DEFINITION), words.number("how deep calls may go"));
        }

        Node node() {
            words.expect("node");
            String label = words.name(Name.LABEL);
            var entry = words.takes("enter") ? entry() : new Node.Entry.One();
            return new Node(label, entry, words.takes("to") ? exit() : new Node.Exit.End());
        }

        private Node.Entry entry() {
            if (words.takes("each")) {
                return new Node.Entry.Each();
            }
            if (words.takes("all")) {
                return new Node.Entry.All();
            }
            if (words.takes("join")) {
                return new Node.Entry.Partial(words.number("a number of ways"));
            }
            if (words.takes("threads")) {
                return new Node.Entry.Threads(words.number("a number of threads"));
            }
            if (words.takes("sync")) {
                return new Node.Entry.Sync(words.takes("local"));
            }
            throw words.expected("each, all, join, threads or sync");
        }

        private Node.Exit exit() {
            if (words.takes("one")) {
                return new Node.Exit.One(ways());
            }
            if (words.takes("some")) {
                return new Node.Exit.Some(ways());
            }
            if (words.takes("free")) {
                return new Node.Exit.Free(labels());
            }
            if (words.takes("threads")) {
                int count = words.number("a number of threads");
                return new Node.Exit.Threads(count, words.name(Name.LABEL));
            }
            return new Node.Exit.All(labels());
        }

        private List<String> labels() {
            var labels = new ArrayList<String>();
            do {
                labels.add(words.name(Name.LABEL));
            } while (words.takes(","));
            return labels;
        }

        private List<Node.Way> ways() {
            var ways = new ArrayList<Node.Way>();
            do {
                var guard = guard();
                ways.add(new Node.Way(guard, words.name(Name.LABEL)));
            } while (words.takes(","));
            return ways;
        }
    }
}
