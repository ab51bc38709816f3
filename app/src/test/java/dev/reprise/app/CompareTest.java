package dev.reprise.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompareTest {
    private final Session session = new Session();

    @Test
    void programs_are_rows_and_strategies_are_columns() {
        assertThat(session.run("compare", "deadlock01", "reorder_4", "--seeds", 3)).isZero();

        var lines = session.out().lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).startsWith("| program | tasks | steps | random | PCT 2 |");
        assertThat(lines.get(1)).startsWith("| --- | --- |");
        assertThat(lines.get(2)).startsWith("| deadlock01 | 2 | 8 | ");
        assertThat(lines.get(3)).startsWith("| reorder_4 | 4 | ");
        assertThat(lines.get(0).chars().filter(c -> c == '|').count())
                .isEqualTo(lines.get(3).chars().filter(c -> c == '|').count());
    }

    @Test
    void what_was_not_found_is_said() {
        session.run("compare", "philosophers_7", "--seeds", 2, "--schedules", 1);

        assertThat(session.out()).contains("not)");
    }

    @Test
    void programs_get_json() {
        session.run("compare", "deadlock01", "--seeds", 2, "--json");

        assertThat(session.out())
                .startsWith("{\"program\":\"deadlock01\",\"tasks\":2,\"steps\":8,\"scores\":[{")
                .contains("{\"strategy\":\"portfolio\",\"median\":");
    }

    @Test
    void a_program_that_is_not_there_is_refused() {
        assertThat(session.run("compare", "reorder_6")).isEqualTo(2);

        assertThat(session.err()).contains("'reorder_6' is not a program. Did you mean 'reorder_");
    }
}
