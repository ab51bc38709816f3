package dev.reprise.engine.store;

import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Both stores do what the model does, whatever is done to them; the one on disk also reopened. */
class StoreModelTest {
    private Path folder;

    @BeforeTry
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("reprise-store");
    }

    @AfterTry
    void removeFolder() throws IOException {
        Folders.remove(folder);
    }

    @Property(tries = 200, shrinking = ShrinkingMode.OFF)
    void a_store_in_memory_does_what_the_model_does(@ForAll long seed) {
        var model = new StoreModel(seed);
        assertThatNoException()
                .isThrownBy(
                        () -> {
                            try (var store = Store.inMemory()) {
                                for (int i = 0; i < 20; i++) {
                                    model.burst(store);
                                }
                            }
                        });
    }

    @Property(tries = 8, shrinking = ShrinkingMode.OFF)
    void a_store_on_disk_does_what_the_model_does_and_does_not_forget(@ForAll long seed) {
        var model = new StoreModel(seed);
        assertThatNoException()
                .isThrownBy(
                        () -> {
                            for (int opened = 0; opened < 4; opened++) {
                                try (var store = Store.open(folder)) {
                                    model.compare(store);
                                    for (int i = 0; i < 15; i++) {
                                        model.burst(store);
                                    }
                                }
                            }
                        });
    }
}
