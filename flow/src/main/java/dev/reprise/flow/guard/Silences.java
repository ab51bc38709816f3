package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Finding.Place;
import java.lang.classfile.MethodModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks for what covers a method: its own {@link Allowed}, and those of what it is written in. */
final class Silences {
    private Silences() {}

    static List<Allowance> over(Library.Found found, Library library) {
        var all = new ArrayList<Allowance>();
        on(found.type(), found.method()).ifPresent(all::add);
        all.addAll(over(found.type(), library));
        return all;
    }

    private static List<Allowance> over(Type type, Library library) {
        var all = new ArrayList<Allowance>();
        Allowance.on(type.model(), new Place(type.title(), "class", type.file(), 0))
                .ifPresent(all::add);
        type.outer()
                .filter(library::own)
                .flatMap(library::find)
                .ifPresent(
                        outer -> {
                            type.outerMethod()
                                    .flatMap(outer::method)
                                    .flatMap(it -> on(outer, it))
                                    .ifPresent(all::add);
                            all.addAll(over(outer, library));
                        });
        return all;
    }

    private static Optional<Allowance> on(Type type, MethodModel method) {
        var name = method.methodName().stringValue();
        int line = Body.of(method).map(Body::firstLine).orElse(0);
        return Allowance.on(method, new Place(type.title(), name, type.file(), line));
    }
}
