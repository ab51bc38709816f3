package dev.reprise.policy;

import dev.reprise.Failure;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.FieldSink;
import dev.reprise.form.FieldSource;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.form.Shape;
import dev.reprise.form.ValueForm;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How policies and what has happened under them are written down: a number that has the version in
 * its low three bits, then only what differs from {@link Policy#DEFAULT} and {@link Progress#NONE},
 * which take one byte. Both are part of the form.
 *
 * <pre>
 * policy     how many fields &lt;&lt; 3 | version; each: its number, ascending, and its value
 * progress   which parts &lt;&lt; 3 | version; those parts, in order
 * </pre>
 */
final class Stored {
    private static final int VERSION = 1;
    private static final int VERSION_BITS = 3;
    private static final Shape LAST = Shape.message("LastFailure", "failure");

    private static final int ATTEMPT = 1;
    private static final int BEFORE = 1 << 1;
    private static final int REDELIVERY = 1 << 2;
    private static final int DELAY = 1 << 3;
    private static final int ROLE = 1 << 4;
    private static final int FAILURE = 1 << 5;
    private static final int PARTS = (1 << 6) - 1;

    private Stored() {}

    static void write(ByteSink out, Policy policy) {
        var fields = Field.numbered();
        int count = 0;
        for (var field : fields) {
            count += differs(field, policy) ? 1 : 0;
        }
        out.varint((long) count << VERSION_BITS | VERSION);
        for (int i = 0; i < fields.size(); i++) {
            if (differs(fields.get(i), policy)) {
                out.varint(i + 1);
                write(out, fields.get(i), policy);
            }
        }
    }

    private static boolean differs(Field<?> field, Policy policy) {
        return !field.of(policy).equals(field.of(Policy.DEFAULT));
    }

    private static <T> void write(ByteSink out, Field<T> field, Policy policy) {
        field.values().write().accept(out, field.of(policy).orElseThrow());
    }

    static Policy readPolicy(ByteSource in) {
        var fields = Field.numbered();
        int count = head(in, "the number of fields of a policy", fields.size());
        Policy policy = Policy.DEFAULT;
        int last = 0;
        for (int i = 0; i < count; i++) {
            int number = in.count("the number of a policy's field", Integer.MAX_VALUE);
            if (number <= last) {
                throw in.malformed(
                        Problem.ORDER, "field " + number + " comes after field " + last + ".");
            }
            if (number > fields.size()) {
                throw in.malformed(
                        Problem.VERSION,
                        "a policy has field "
                                + number
                                + ", which this program does not know. Read it with the version"
                                + " that wrote it, or a later one.");
            }
            policy = read(in, fields.get(number - 1), policy);
            last = number;
        }
        return policy;
    }

    private static <T> Policy read(ByteSource in, Field<T> field, Policy policy) {
        return checked(in, () -> field.onto(policy, field.values().read().apply(in)));
    }

    static void write(ByteSink out, Progress progress) {
        Progress none = Progress.NONE;
        int parts =
                (progress.attempt() == none.attempt() ? 0 : ATTEMPT)
                        | (progress.before() == none.before() ? 0 : BEFORE)
                        | (progress.redelivery() == none.redelivery() ? 0 : REDELIVERY)
                        | (progress.delay().equals(none.delay()) ? 0 : DELAY)
                        | (progress.role() == none.role() ? 0 : ROLE)
                        | (progress.last().isEmpty() ? 0 : FAILURE);
        out.varint((long) parts << VERSION_BITS | VERSION);
        if ((parts & ATTEMPT) != 0) {
            out.varint(progress.attempt());
        }
        if ((parts & BEFORE) != 0) {
            out.varint(progress.before());
        }
        if ((parts & REDELIVERY) != 0) {
            out.varint(progress.redelivery());
        }
        if ((parts & DELAY) != 0) {
            Values.SPAN.write().accept(out, progress.delay());
        }
        if ((parts & ROLE) != 0) {
            Values.ROLE.write().accept(out, progress.role());
        }
        progress.last().ifPresent(failure -> write(out, failure));
    }

    static Progress readProgress(ByteSource in) {
        Progress none = Progress.NONE;
        int parts = head(in, "what is said about progress", PARTS);
        int attempt = (parts & ATTEMPT) == 0 ? none.attempt() : number(in, "an attempt");
        int before = (parts & BEFORE) == 0 ? none.before() : number(in, "the attempts before");
        int redelivery = (parts & REDELIVERY) == 0 ? none.redelivery() : number(in, "a redelivery");
        Duration delay = (parts & DELAY) == 0 ? none.delay() : Values.SPAN.read().apply(in);
        Role role = (parts & ROLE) == 0 ? none.role() : Values.ROLE.read().apply(in);
        Optional<Failure> last =
                (parts & FAILURE) == 0 ? none.last() : Optional.of(readFailure(in));
        return checked(in, () -> new Progress(attempt, before, redelivery, delay, role, last));
    }

    private static int number(ByteSource in, String what) {
        return in.count(what, Integer.MAX_VALUE);
    }

    private static void write(ByteSink out, Failure failure) {
        var inner = new ByteSink(64);
        ValueForm.write(FieldSink.binary(inner, LAST), 1, failure);
        out.bytes(inner);
    }

    private static Failure readFailure(ByteSource in) {
        var fields = FieldSource.binary(in.part(), LAST);
        if (fields.next() != 1) {
            throw in.malformed(Problem.INCONSISTENT, "the last failure is empty.");
        }
        Failure failure = checked(in, () -> ValueForm.readFailure(fields));
        if (fields.next() != 0 || fields.skippedCount() > 0) {
            throw in.malformed(
                    Problem.VERSION, "the last failure has parts that this program does not know.");
        }
        return failure;
    }

    private static int head(ByteSource in, String what, int max) {
        long head = in.varint();
        int version = (int) head & ((1 << VERSION_BITS) - 1);
        if (version != VERSION) {
            throw in.malformed(
                    Problem.VERSION,
                    "it has version " + version + ", this program knows " + VERSION + ".");
        }
        long said = head >>> VERSION_BITS;
        if (said > max) {
            throw in.malformed(Problem.LIMIT, what + " is " + said + ", at most " + max + ".");
        }
        return (int) said;
    }

    /** What the records refuse is refused as input, too. */
    private static <T> T checked(ByteSource in, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw in.malformed(Problem.INCONSISTENT, e.getMessage() + ".");
        }
    }
}
