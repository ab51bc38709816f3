package dev.reprise.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.flow.unit.Strands;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PendingTest {
    private static final Unit UNIT =
            Unit.reader(
                    new Run(
                            WorkflowType.of(Nothing.class),
                            Strands.portable(),
                            new Trace((_, _, _) -> {}, false)),
                    () -> "");

    static final class Nothing implements Workflow<String, String> {
        @Override
        public String run(String input) {
            return input;
        }
    }

    /** Numbers that meet in the table, are removed in any order, and wrap around its end. */
    @Test
    void it_holds_what_a_map_holds() {
        for (long seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var pending = new Pending();
            var model = new TreeMap<Long, Operation>();
            long seq = random.nextInt(100);
            for (int i = 0; i < 300; i++) {
                if (random.nextInt(100) < 40 + seed % 20) {
                    seq += 1 + (random.nextInt(4) == 0 ? random.nextInt(40) : 0);
                    var operation = new Operation.Timer(UNIT, seq);
                    pending.add(operation);
                    model.put(seq, operation);
                } else if (!model.isEmpty()) {
                    long gone = List.copyOf(model.keySet()).get(random.nextInt(model.size()));
                    pending.remove(model.remove(gone));
                }
                holds(pending, model, seq);
            }
        }
    }

    private static void holds(Pending pending, TreeMap<Long, Operation> model, long seqLast) {
        for (long seq = 0; seq <= seqLast + 1; seq++) {
            assertThat(pending.get(seq)).isSameAs(model.get(seq));
        }
        assertThat(pending.all()).containsExactlyElementsOf(model.values());
    }

    @Test
    void what_is_not_in_it_cannot_be_removed() {
        var pending = new Pending();
        var held = new Operation.Timer(UNIT, 1);
        pending.add(held);
        pending.remove(new Operation.Timer(UNIT, 1));
        pending.remove(new Operation.Timer(UNIT, 5));
        assertThat(pending.all()).containsExactly(held);
    }
}
