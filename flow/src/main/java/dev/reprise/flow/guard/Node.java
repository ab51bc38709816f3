package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Finding.Place;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A method that the workflow's code reaches.
 *
 * @param body its instructions; none when it is abstract or native, or cannot be read
 * @param via the calls that lead to it, from a method of the workflow
 * @param allowances what covers the whole method
 */
record Node(Library.Found found, Optional<Body> body, List<Place> via, List<Allowance> allowances) {
    private static final String LAMBDA = "lambda$";

    Node withoutBody() {
        return new Node(found, Optional.empty(), via, allowances);
    }

    Member member() {
        return found.member();
    }

    Type type() {
        return found.type();
    }

    /** Whether a method is the body of a lambda, which only its creator reaches. */
    static boolean isLambda(Library.Found found) {
        return found.is(AccessFlag.SYNTHETIC) && found.member().name().startsWith(LAMBDA);
    }

    Place at(int line) {
        return new Place(type().title(), title(), type().file(), line);
    }

    List<Place> viaThis(int line) {
        var longer = new ArrayList<>(via);
        longer.add(at(line));
        return longer;
    }

    /** The method's name; for a lambda that of the method it is written in. */
    private String title() {
        var name = member().name();
        if (!isLambda(found)) {
            return name;
        }
        var written = name.substring(LAMBDA.length());
        int end = written.lastIndexOf('$');
        return switch (end < 0 ? written : written.substring(0, end)) {
            case "new" -> Member.CONSTRUCTOR;
            case "static" -> Member.INITIALISER;
            case String number when number.chars().allMatch(Character::isDigit) -> "lambda";
            case String method -> method;
        };
    }
}
