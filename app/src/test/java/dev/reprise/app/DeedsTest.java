package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RunId;
import dev.reprise.engine.control.Desk;
import dev.reprise.engine.control.Reply;
import dev.reprise.engine.control.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is done to many: how many are asked for at a time, and when it is given up. */
class DeedsTest {
    /** Answers all that is asked with one end, and counts. */
    private static final class Same implements Desk {
        private final Reply.End end;
        private final List<Integer> asked = new ArrayList<>();

        Same(Reply.End end) {
            this.end = end;
        }

        @Override
        public void ask(String id, Request request, Consumer<Reply> each) {
            var deeds = ((Request.Many) request).deeds();
            asked.add(deeds.size());
            deeds.forEach(_ -> each.accept(new Reply.Did(end)));
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }

    private static Deeds all(Desk desk, long bytes) {
        var deeds = new Deeds(desk, "mended", bytes);
        for (int i = 0; i < 600; i++) {
            deeds.add("mended", new Request.Delete(new RunId("cup-" + i)));
        }
        deeds.flush();
        return deeds;
    }

    @Test
    void large_values_go_in_small_numbers() {
        var desk = new Same(new Reply.Done());
        assertThat(all(desk, 0).progress("run", "runs"))
                .isEqualTo("600 runs found, 600 done, 0 refused");
        assertThat(desk.asked).containsExactly(256, 256, 88);
        var slow = new Same(new Reply.Done());
        assertThat(all(slow, 16 << 20).isWhole()).isTrue();
        assertThat(slow.asked).hasSize(600).containsOnly(1);
    }

    @Test
    void of_what_all_are_refused_for_one_sentence_is_kept() {
        var desk = new Same(new Reply.Refused("NOT_ENDED", "It goes on."));
        var deeds = all(desk, 0);
        assertThat(deeds.isWhole()).isFalse();
        assertThat(deeds.reasons()).containsExactly("It goes on. (one of 600)");
    }

    @Test
    void an_engine_that_can_do_nothing_more_is_not_asked_for_the_others() {
        var desk = new Same(new Reply.Refused("STORE_FAILED", "The disk is gone."));
        assertThatThrownBy(() -> all(desk, 0))
                .isInstanceOf(Desk.Declined.class)
                .hasMessage(
                        "The disk is gone. So far 0 of 256 are done; the same with --request-id"
                                + " mended does the others.");
        assertThat(desk.asked).containsExactly(256);
    }
}
