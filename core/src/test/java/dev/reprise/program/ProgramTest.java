package dev.reprise.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.form.Malformed;
import dev.reprise.pattern.Join;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Patterns;
import dev.reprise.pattern.Registry;
import dev.reprise.pattern.RunnablePattern;
import dev.reprise.pattern.Unlinkable;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What programs are made of, how they are written down, and what is refused. */
class ProgramTest {
    @Test
    void code_is_flat_and_jumps_are_resolved() {
        var pattern =
                Pattern.parse(
                        "seq { choice { when go task a otherwise task b } loop 2 times { effect x } }");
        assertThat(Program.of(pattern).listing())
                .containsExactly(
                        "0 UNLESS Named[name=go] -> 7 ; /0",
                        "3 TASK \"a\" ; /0/0",
                        "5 GOTO -> 9 ; /0",
                        "7 TASK \"b\" ; /0/1",
                        "9 ROUND ; /1",
                        "10 EFFECT \"x\" ; /1/0",
                        "12 TIMES 2 -> 10 ; /1",
                        "15 END ; /");
    }

    @Test
    void numbers_and_instructions_agree() {
        for (var op : Op.values()) {
            assertThat(Op.of(op.code())).isSameAs(op);
        }
    }

    @Test
    void the_hash_names_the_program() {
        var one = Program.of(Pattern.parse("seq { task a task b }"));
        var same = Program.read(one.toBytes());
        assertThat(same).isEqualTo(one);
        assertThat(same.hash()).isEqualTo(one.hash()).hasSize(64);
        assertThat(Program.of(Pattern.parse("seq { task a task c }")).hash())
                .isNotEqualTo(one.hash());
        // The hash of what was stored must not change.
        assertThat(one.hash()).isEqualTo(HASH);
    }

    private static final String HASH =
            "69197acf92bd4af18e90ff74bff306ac645689e42431622b88473fe7b84b9b19";

    @Test
    void a_program_is_linked_by_its_names_without_its_pattern() {
        var program =
                Program.read(
                        Program.of(
                                        Pattern.parse(
                                                "seq { task a par merge m { each count n { task b } choice { when c skip } } }"))
                                .toBytes());
        assertThatExceptionOfType(Unlinkable.class)
                .isThrownBy(() -> program.link(Registry.NONE.task("a", it -> it)))
                .satisfies(
                        it ->
                                assertThat(it.problems())
                                        .containsExactly(
                                                "No code is bound to the condition \"c\"",
                                                "No code is bound to the count \"n\"",
                                                "No code is bound to the merge \"m\"",
                                                "No code is bound to the task \"b\""));
    }

    @Test
    void a_pattern_whose_regions_lead_nowhere_is_not_compiled() {
        assertThatExceptionOfType(Unlinkable.class)
                .isThrownBy(() -> Program.of(Patterns.cancelRegion("nowhere")))
                .withMessageContaining("nowhere");
    }

    @Test
    void a_million_terms_and_a_hundred_thousand_levels_are_compiled_and_read() {
        var wide = Patterns.par(Join.ALL, Collections.nCopies(999_999, Patterns.task("a")));
        var deep = Patterns.task("a");
        for (int i = 0; i < 100_000; i++) {
            deep = Patterns.region("r", deep);
        }
        for (var pattern : List.of(wide, deep)) {
            var program = Program.of(pattern);
            assertThat(Program.read(program.toBytes()).equals(program)).isTrue();
        }
    }

    @Test
    void every_program_is_read_back_as_it_was_written_and_no_other() {
        var before = Program.of(Patterns.skip());
        for (long seed = 0; seed < 400; seed++) {
            var program = Program.of(RunnablePattern.of(seed, 25));
            var again = Program.read(program.toBytes());
            assertThat(again.equals(program)).as("seed %d", seed).isTrue();
            assertThat(again.toBytes()).isEqualTo(program.toBytes());
            assertThat(again.hash()).isEqualTo(program.hash());
            if (!before.hash().equals(program.hash())) {
                assertThat(program.equals(before)).as("seed %d", seed).isFalse();
            }
            before = program;
        }
    }

    @Test
    void every_instruction_of_every_program_has_its_line() {
        for (long seed = 0; seed < 100; seed++) {
            var program = Program.of(RunnablePattern.of(seed, 25));
            var lines = program.listing().iterator();
            for (int at = 0; at < program.size(); at = program.next(at)) {
                var line = lines.next();
                assertThat(line).startsWith(at + " " + Op.of(program.at(at)));
                assertThat(line).endsWith(" ; " + program.path(program.place(at)));
            }
            assertThat(lines).isExhausted();
        }
    }

    @Test
    void lists_and_guards_are_shown_with_what_they_hold() {
        assertThat(Program.of(Pattern.parse("par { task a task b }")).listing().getFirst())
                .isEqualTo(
                        "0 FORK beside All[] strict -> 18 { always -> 12 /0; always -> 15 /1 } ; /");
    }

    @Test
    void what_is_told_apart_makes_another_program() {
        var texts =
                List.of(
                        "await { after PT1S skip }",
                        "await { after PT2S skip }",
                        "await { after PT1.000000001S skip }",
                        "await { on x skip }",
                        "await { on y skip }",
                        "await { on x into v skip }",
                        "await { on transient x skip }",
                        "lock a { task x }",
                        "lock b { task x }",
                        "region a { task x }",
                        "seq { task x }",
                        "loop 2 times { task x }",
                        "loop 3 times { task x }",
                        "loop while go { task x }",
                        "loop until go { task x }");
        for (var one : texts) {
            for (var other : texts) {
                boolean same = one.equals(other);
                var program = Program.of(Pattern.parse(one));
                assertThat(program.equals(Program.of(Pattern.parse(other))))
                        .as(one + " and " + other)
                        .isEqualTo(same);
            }
        }
    }

    @Test
    void code_that_cannot_be_carried_out_is_refused_with_its_position() {
        refused("END alone is fine, a leave is not", new int[] {Code.LEAVE, Code.END}, "ROOM");
        refused("out of a table", new int[] {Code.TASK, 3, Code.END}, "the operand TASK is 3");
        refused("back", new int[] {Code.GOTO, 0, Code.END}, "it leads to 0");
        refused(
                "into the middle",
                new int[] {Code.GOTO, 3, Code.TASK, 0, Code.END},
                "it leads to 3");
        refused("beyond", new int[] {Code.GOTO, 99, Code.END}, "the operand TARGET is 99");
        refused("no end", new int[] {Code.TASK, 0}, "it leads to 2");
        refused("dead", new int[] {Code.GOTO, 3, Code.ROUND, Code.END}, "cannot be come to");
        refused("open", new int[] {Code.ROUND, Code.END}, "it is inside of a ROUND, not a WHOLE");
        refused("two ways", new int[] {Code.UNLESS, 0, 4, Code.ROUND, Code.END}, "something else");
        refused("arrives", new int[] {Code.ARRIVE, Code.END}, "not a BRANCH");
        refused("again", new int[] {Code.TIMES, 2, 0, Code.END}, "not a ROUND");
        refused("turn", new int[] {Code.TURN, Code.END}, "not a BRANCH");
        refused("retry", new int[] {Code.RETRY, 1, Code.LEAVE, Code.END}, "too few");
        refused("returns", new int[] {Code.RETURN, Code.END}, "not a BODY");
        refused("undone", new int[] {Code.UNDONE, Code.END}, "not a UNDOING");
        refused("passes", new int[] {Code.PASS, Code.END}, "not a NODE");
        refused("nothing", new int[0], "there is no code");
    }

    private static void refused(String what, int[] code, String sentence) {
        var tables = Program.of(Pattern.parse("choice { when c task a }")).tables();
        var program = new Program(code, new int[code.length], new int[] {-1}, new int[1], tables);
        assertThatExceptionOfType(Malformed.class)
                .as(what)
                .isThrownBy(() -> new Verifier(program).verify())
                .withMessageContaining(sentence)
                .withMessageContaining("instruction ");
    }
}
