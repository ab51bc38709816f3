package dev.reprise.flow.guard;

import dev.reprise.Check;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whose code the {@link Guard} follows. The JDK and Reprise itself are never followed.
 *
 * @param home whether classes from the jar or folder of the workflow's class are followed
 * @param packages packages that are followed wherever they come from, each with those below it
 */
public record Extent(boolean home, List<String> packages) {
    /** The code that comes from the same jar or folder as the workflow's class. */
    public static final Extent HOME = new Extent(true, List.of());

    /** Creates the extent with its own copy of the packages. */
    public Extent {
        packages = List.copyOf(packages);
        for (var name : packages) {
            Check.argument(!name.isBlank(), "an extent cannot hold a package without a name");
        }
    }

    /** Only these packages: for a jar into which foreign libraries have been merged. */
    public static Extent only(String... packages) {
        return new Extent(false, List.of(packages));
    }

    /** These packages as well: for workflow code that is spread over several jars. */
    public Extent with(String... more) {
        return new Extent(home, Stream.concat(packages.stream(), Stream.of(more)).toList());
    }

    /** Whether a class is in one of the packages, by its internal name. */
    boolean names(String type) {
        return packages.stream().anyMatch(it -> type.startsWith(it.replace('.', '/') + "/"));
    }
}
