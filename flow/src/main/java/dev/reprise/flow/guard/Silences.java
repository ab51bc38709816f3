package dev.reprise.flow.guard;

import java.util.ArrayList;
import java.util.List;

/** Looks for what covers a method: its own {@link Allowed}, and those of what it is written in. */
final class Silences {
    private Silences() {}

    static List<Allowance> over(Library.Found found, Library library) {
        var all = new ArrayList<Allowance>();
        Allowance.on(found.method()).ifPresent(all::add);
        all.addAll(over(found.type(), library));
        return all;
    }

    private static List<Allowance> over(Type type, Library library) {
        var all = new ArrayList<Allowance>();
        Allowance.on(type.model()).ifPresent(all::add);
        type.outer()
                .filter(library::own)
                .flatMap(library::find)
                .ifPresent(
                        outer -> {
                            type.outerMethod()
                                    .flatMap(outer::method)
                                    .flatMap(Allowance::on)
                                    .ifPresent(all::add);
                            all.addAll(over(outer, library));
                        });
        return all;
    }
}
