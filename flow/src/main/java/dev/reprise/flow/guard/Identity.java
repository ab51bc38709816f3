package dev.reprise.flow.guard;

import dev.reprise.flow.guard.Inspection.Issue;
import java.lang.reflect.AccessFlag;
import java.util.Optional;

/**
 * Finds the hash codes and texts that come from an object's address. It says so only of an object
 * whose very class is known: one that the method creates, one of a final class, or an array.
 */
record Identity(Library library) {
    private static final Member HASH_CODE = new Member(Library.OBJECT, "hashCode", "()I");
    private static final Member TO_STRING =
            new Member(Library.OBJECT, "toString", "()Ljava/lang/String;");

    /** A call of {@code hashCode} or {@code toString} on a value. */
    Optional<Issue> called(Member call, Value receiver, boolean isSuper) {
        boolean asked =
                call.in(Library.OBJECT).equals(HASH_CODE)
                        || call.in(Library.OBJECT).equals(TO_STRING);
        if (!asked) {
            return Optional.empty();
        }
        return isSuper ? inherited(call.owner(), call) : of(receiver, call);
    }

    /** A value that is turned into text without a call in the code. */
    Optional<Issue> shown(Value value) {
        return of(value, TO_STRING);
    }

    /** A value that is hashed without a call in the code. */
    Optional<Issue> hashed(Value value) {
        return of(value, HASH_CODE);
    }

    private Optional<Issue> of(Value value, Member call) {
        var type = value.type();
        if (type.startsWith("[")) {
            return Optional.of(issue(call, type));
        }
        boolean certain =
                value.exact()
                        || library.find(type).filter(it -> it.is(AccessFlag.FINAL)).isPresent();
        return certain ? inherited(type, call) : Optional.empty();
    }

    private Optional<Issue> inherited(String type, Member call) {
        return library.declaring(type, call)
                .filter(it -> it.name().equals(Library.OBJECT))
                .map(_ -> issue(call, type));
    }

    private static Issue issue(Member call, String type) {
        var owner = new Member(type, call.name(), call.descriptor());
        return Issue.of(Rule.IDENTITY, owner + ", which is that of Object,");
    }
}
