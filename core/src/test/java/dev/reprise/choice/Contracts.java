package dev.reprise.choice;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Runs the tests of a contract class by hand, to see which of them a control fails. */
final class Contracts {
    private Contracts() {}

    /** The names of the tests that a subclass of a contract fails. */
    static List<String> failuresOf(Supplier<?> contract) {
        var failures = new ArrayList<String>();
        int run = 0;
        for (var method : contract.get().getClass().getMethods()) {
            if (!method.isAnnotationPresent(Test.class)) {
                continue;
            }
            run++;
            try {
                method.invoke(contract.get());
            } catch (InvocationTargetException _) {
                failures.add(method.getName());
            } catch (IllegalAccessException e) {
                throw new AssertionError("contract tests are public", e);
            }
        }
        if (run == 0) {
            throw new AssertionError("a contract without tests");
        }
        return failures;
    }
}
