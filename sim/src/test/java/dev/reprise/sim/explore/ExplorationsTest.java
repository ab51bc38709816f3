package dev.reprise.sim.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.io.TempDir;

/** JUnit explores tests that ask for it. */
final class ExplorationsTest {
    @TempDir static Path folder;

    @BeforeAll
    static void keep() {
        System.setProperty(Explorations.FOLDER, folder.toString());
    }

    @AfterAll
    static void forget() {
        System.clearProperty(Explorations.FOLDER);
    }

    /** Expects the failure, and looks at it. */
    static final class Onlooker implements TestExecutionExceptionHandler {
        @Override
        public void handleTestExecutionException(ExtensionContext test, Throwable thrown)
                throws IOException {
            assertThat(thrown)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("nobody is charged twice: that does not hold. (order ")
                    .hasMessageContaining("of 500, made small in ")
                    .hasMessageContaining("process 1 dies: what is not durable is gone")
                    .hasMessageContaining(
                            "again: -Dtest=ExplorationsTest#what_goes_wrong_fails"
                                    + " -Dreprise.explore=crash@");
            Path page = folder.resolve("ExplorationsTest.what_goes_wrong_fails.html");
            assertThat(thrown).hasMessageContaining("page:  " + page);
            assertThat(Files.readString(page)).contains("process 1 dies");
            assertThat(
                            Files.readString(
                                    folder.resolve("ExplorationsTest.what_goes_wrong_fails.json")))
                    .contains("\"schedule\":\"crash@")
                    .contains("\"kind\":\"broken\"");
        }
    }

    private static void order(Exploration it, List<String> charges) {
        it.workflow(ExplorerTest.Order.class)
                .activities(
                        (ExplorerTest.Bank)
                                order -> {
                                    charges.add(order);
                                    return "paid";
                                },
                        (ExplorerTest.Post) _ -> "sent");
        it.start(ExplorerTest.Order.class, "order-1", "tea");
        it.always("nobody is charged twice", () -> charges.size() <= 1);
    }

    @ExtendWith(Onlooker.class)
    @Explore(schedules = 500)
    void what_goes_wrong_fails(Exploration it) {
        order(it, new ArrayList<>());
    }

    @Explore(
            schedules = 50,
            faults = {})
    void what_does_not_passes(Exploration it) {
        order(it, new ArrayList<>());
    }
}
