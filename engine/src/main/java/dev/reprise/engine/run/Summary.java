package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Head;
import dev.reprise.filter.Attributes;
import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.Malformed.Problem;
import dev.reprise.history.ChildOptions.ParentClose;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a run without its history. Its form is specified in docs/engine.md.
 *
 * @param program the hash of the program that it keeps to, when it is a pattern; else empty
 * @param updated when something last happened to it; null when nobody wrote it down
 * @param requestId by which its start is known when it is asked for again, or empty
 * @param reason why it is stuck, or empty
 * @param receivedFrom the first entry whose jobs have not been carried out, or -1
 * @param leg which of the runs under this id it is
 * @param parent who started it, when it is a child
 * @param end when it ended, and by which entry; null when it has not
 * @param attributes by which it can be found
 * @param birth which of the runs that ever had this id it is; 0 when nobody wrote it down
 * @param size how large the history of its leg is
 * @param seams where its legs begin, as far as that is known
 * @param opens from which entry on the history says what it waits for, where that is not kept here
 * @param outstanding what it waits for; null when that is too much to be kept here
 */
record Summary(
        Status status,
        String type,
        String program,
        Instant started,
        @Nullable Instant updated,
        String requestId,
        String reason,
        long receivedFrom,
        Leg leg,
        @Nullable Parent parent,
        @Nullable End end,
        Attributes attributes,
        long birth,
        Size size,
        Seams seams,
        long opens,
        @Nullable Outstanding outstanding) {
    /**
     * The history of a leg; how many entries it has follows from its positions.
     *
     * @param bytes how many bytes they have; of runs that older versions wrote, those since
     * @param isLong whether it was warned of the number of its entries
     * @param isLarge whether it was warned of their bytes
     */
    record Size(long bytes, boolean isLong, boolean isLarge) {
        static final Size NONE = new Size(0, false, false);
    }

    /**
     * The end of a run.
     *
     * @param at when
     * @param position the entry that says so
     */
    record End(Instant at, long position) {}

    /**
     * The most activities, timers and bonds that are kept in a summary, which each append rewrites.
     */
    static final int OUTSTANDING_MAX = 64;

    private static final int VERSION = 7;

    /** From this version on it is written down where legs begin. */
    private static final int VERSION_SEAMS = 7;

    /** From this version on sizes are written down, and when something last happened. */
    private static final int VERSION_SIZES = 6;

    /** From this version on births are written down. */
    private static final int VERSION_BIRTHS = 5;

    /** It has no legs, parents, ends and bonds: there were none, or nobody wrote them down. */
    private static final int VERSION_OLDEST = 3;

    // What there is, besides what there always is.
    private static final int WHOLE = 1;
    private static final int LATER_LEG = 2;
    private static final int CHILD = 4;
    private static final int ENDED = 8;
    private static final int UNBEGUN = 16;
    private static final int ATTRIBUTES = 32;
    private static final int BIRTH = 64;
    private static final int TAKEN_BACK = 128;

    // What a history was warned of.
    private static final int LONG = 1;
    private static final int LARGE = 2;

    // What a bond is, besides its kind.
    private static final int BEGUN = 1;
    private static final int CLOSING = 2;

    // In the order of their codes, which are never changed.
    private static final List<Bond.Kind> KINDS =
            List.of(Bond.Kind.CHILD, Bond.Kind.SIGNAL, Bond.Kind.CANCEL);
    private static final List<ParentClose> FATES =
            List.of(ParentClose.TERMINATE, ParentClose.CANCEL, ParentClose.ABANDON);
    private static final int REASON_CHARS_MAX = 4_000;

    // What an activity is, besides being open.
    private static final int CANCELLED = 1;
    private static final int OVERSPENT = 2;
    private static final int PARKED = 4;
    private static final int AWAY = 8;

    /** Whether it was told all that it needs to begin or to go on, and need not wait. */
    boolean isAboutToBegin() {
        return status == Status.RUNNING
                && receivedFrom >= 0
                && (outstanding == null || outstanding.isBegun() || outstanding.legTimer() == null);
    }

    byte[] toBytes() {
        var out = new ByteSink(96);
        out.u8(VERSION);
        out.u8(status.code);
        out.text(type);
        out.text(program);
        Moments.write(out, started);
        Moments.write(out, updated);
        out.text(requestId);
        out.text(shortened(reason));
        out.varint(receivedFrom + 1);
        Outstanding kept =
                outstanding != null && outstanding.size() <= OUTSTANDING_MAX ? outstanding : null;
        out.u8(
                (kept == null ? 0 : WHOLE)
                        | (leg.equals(Leg.FIRST) ? 0 : LATER_LEG)
                        | (parent == null ? 0 : CHILD)
                        | (end == null ? 0 : ENDED)
                        | (outstanding == null || outstanding.isBegun() ? 0 : UNBEGUN)
                        | (attributes.size() == 0 ? 0 : ATTRIBUTES)
                        | (birth == 0 ? 0 : BIRTH)
                        | (hasShares(leg) ? TAKEN_BACK : 0));

        if (!leg.equals(Leg.FIRST)) {
            out.varint(leg.number());
            out.varint(leg.origin());
        }
        if (hasShares(leg)) {
            out.varint(leg.base());
            Rewind.write(out, leg.shares());
        }
        if (parent != null) {
            out.text(parent.run().value());
            out.varint(parent.leg());
            out.varint(parent.seq());
            out.varint(parent.birth());
        }
        if (end != null) {
            Moments.write(out, end.at());
            out.varint(end.position());
        }
        if (attributes.size() > 0) {
            attributes.writeTo(out);
        }
        if (birth != 0) {
            out.varint(birth);
        }
        out.varint(size.bytes());
        out.u8((size.isLong() ? LONG : 0) | (size.isLarge() ? LARGE : 0));
        seams.writeTo(out);
        if (kept != null) {
            write(out, kept);
        } else {
            out.varint(opens);
        }
        return out.toByteArray();
    }

    private static boolean hasShares(Leg leg) {
        return leg.isTakenBack() || !leg.shares().isEmpty();
    }

    private static Leg readLeg(ByteSource in, int has) {
        boolean later = (has & LATER_LEG) != 0;
        long number = later ? in.varint() : Leg.FIRST.number();
        long origin = later ? in.varint() : Leg.FIRST.origin();
        return (has & TAKEN_BACK) == 0
                ? new Leg(number, origin, number, List.of())
                : new Leg(number, origin, in.varint(), Rewind.read(in));
    }

    private static String shortened(String text) {
        return text.length() <= REASON_CHARS_MAX
                ? text
                : text.substring(
                                0,
                                Character.isHighSurrogate(text.charAt(REASON_CHARS_MAX - 1))
                                        ? REASON_CHARS_MAX - 1
                                        : REASON_CHARS_MAX)
                        + "…";
    }

    private static void write(ByteSink out, Outstanding outstanding) {
        out.varint(outstanding.errands().size());
        for (Errand it : outstanding.errands()) {
            out.varint(it.seq());
            out.varint(it.position());
            out.varint(it.at() + 1);
            out.varint(it.attempt());
            out.varint(it.redeliveries());
            Moments.write(out, it.notBefore());
            out.u8(
                    (it.cancelled() ? CANCELLED : 0)
                            | (it.overspent() ? OVERSPENT : 0)
                            | (it.isParked() ? PARKED : 0)
                            | (it.away() ? AWAY : 0));
            if (it.isParked()) {
                out.text(it.queue());
            }
        }
        out.varint(outstanding.attemptsSpent());
        out.varint(outstanding.unitsSpent());
        out.varint(outstanding.timers().size());
        outstanding
                .timers()
                .forEach(
                        (seq, due) -> {
                            out.varint(seq);
                            Moments.write(out, due);
                        });
        out.varint(outstanding.bonds().size());
        for (Bond bond : outstanding.bonds()) {
            out.varint(bond.id().leg());
            out.varint(bond.id().seq());
            out.varint(bond.position());
            out.u8(KINDS.indexOf(bond.kind()));
            out.text(bond.other().value());
            out.u8((bond.begun() ? BEGUN : 0) | (bond.closing() ? CLOSING : 0));
            out.varint(bond.cancelledAt() + 1);
            out.u8(FATES.indexOf(bond.close()));
        }
    }

    /**
     * What comes first in a summary, and is all that most filters ask for.
     *
     * @param updated when something last happened; null where nobody wrote it down
     */
    record Front(Status status, String type, Instant started, @Nullable Instant updated) {}

    /** Reads no more than the front of a summary. */
    static Front front(byte[] bytes) {
        var in = new ByteSource("run summary", bytes);
        int version = version(in);
        Status status = status(in);
        String type = in.text();
        in.skipPart();
        return new Front(status, type, Moments.known(in), updated(in, version));
    }

    /** Reads no more of a summary than how the run ended. */
    static @Nullable End end(byte[] bytes) {
        var in = new ByteSource("run summary", bytes);
        return readEnd(in, skippedToEnd(in));
    }

    /** Reads no more of a summary than the attributes. */
    static Attributes attributes(byte[] bytes) {
        var in = new ByteSource("run summary", bytes);
        int has = skippedToEnd(in);
        readEnd(in, has);
        return readAttributes(in, has);
    }

    /** Passes over what comes before the end; tells what there is. */
    private static int skippedToEnd(ByteSource in) {
        int version = version(in);
        status(in);
        in.skipPart();
        in.skipPart();
        Moments.known(in);
        updated(in, version);
        in.skipPart();
        in.skipPart();
        in.varint();
        int has = has(in, version);
        readLeg(in, has);
        readParent(in, has, version);
        return has;
    }

    private static @Nullable Instant updated(ByteSource in, int version) {
        return version < VERSION_SIZES ? null : Moments.read(in);
    }

    private static int has(ByteSource in, int version) {
        int has = in.u8();
        int known = version < VERSION_BIRTHS ? 2 * ATTRIBUTES : 2 * TAKEN_BACK;
        if (has >= known || (version == VERSION_OLDEST && has > WHOLE)) {
            throw in.malformed(Problem.UNKNOWN, "nobody knows what " + has + " says there is.");
        }
        return has;
    }

    private static @Nullable Parent readParent(ByteSource in, int has, int version) {
        return (has & CHILD) == 0
                ? null
                : new Parent(
                        new RunId(in.text()),
                        in.varint(),
                        in.varint(),
                        version < VERSION_BIRTHS ? 0 : in.varint());
    }

    private static @Nullable End readEnd(ByteSource in, int has) {
        return (has & ENDED) == 0 ? null : new End(Moments.known(in), in.varint());
    }

    private static Attributes readAttributes(ByteSource in, int has) {
        return (has & ATTRIBUTES) == 0 ? Attributes.NONE : Attributes.readFrom(in);
    }

    private static int version(ByteSource in) {
        int version = in.u8();
        if (version < VERSION_OLDEST || version > VERSION) {
            throw in.malformed(
                    Problem.VERSION,
                    "version "
                            + version
                            + " is not known, only "
                            + VERSION_OLDEST
                            + " to "
                            + VERSION
                            + ".");
        }
        return version;
    }

    static Summary fromBytes(byte[] bytes) {
        var in = new ByteSource("run summary", bytes);
        int version = version(in);
        Status status = status(in);
        String type = in.text();
        String program = in.text();
        Instant started = Moments.known(in);
        Instant updated = updated(in, version);
        String requestId = in.text();
        String reason = in.text();
        long receivedFrom = in.varint() - 1;
        int has = has(in, version);
        Leg leg = readLeg(in, has);
        Parent parent = readParent(in, has, version);
        End end = readEnd(in, has);
        Attributes attributes = readAttributes(in, has);
        long birth = (has & BIRTH) == 0 ? 0 : in.varint();
        Size size = version < VERSION_SIZES ? Size.NONE : readSize(in);
        Seams seams = version < VERSION_SEAMS ? Seams.NONE : Seams.readFrom(in);
        boolean begun = (has & UNBEGUN) == 0;
        Outstanding outstanding =
                (has & WHOLE) == 0 ? null : readOutstanding(in, leg, begun, version);
        long opens = version < VERSION_SEAMS || outstanding != null ? 0 : in.varint();
        in.expectEnd();
        return new Summary(
                status,
                type,
                program,
                started,
                updated,
                requestId,
                reason,
                receivedFrom,
                leg,
                parent,
                end,
                attributes,
                birth,
                size,
                seams,
                opens,
                outstanding);
    }

    private static Size readSize(ByteSource in) {
        long bytes = in.varint();
        int is = in.u8();
        if (is > (LONG | LARGE)) {
            throw in.malformed(Problem.UNKNOWN, "nobody knows what " + is + " says of a size.");
        }
        return new Size(bytes, (is & LONG) != 0, (is & LARGE) != 0);
    }

    private static Status status(ByteSource in) {
        int code = in.u8();
        for (Status each : Status.values()) {
            if (each.code == code) {
                return each;
            }
        }
        throw in.malformed(Problem.UNKNOWN, "there is no status " + code + ".");
    }

    private static Outstanding readOutstanding(ByteSource in, Leg leg, boolean begun, int version) {
        List<Errand> errands = new ArrayList<>();
        for (int left = in.count("activities", OUTSTANDING_MAX); left > 0; left--) {
            long seq = in.varint();
            long position = in.varint();
            long at = in.varint() - 1;
            int attempt = Moments.small(in, "attempt", 1);
            int redeliveries = Moments.small(in, "redeliveries", 0);
            Instant notBefore = Moments.read(in);
            int is = in.u8();
            errands.add(
                    new Errand(
                            seq,
                            position,
                            at,
                            attempt,
                            redeliveries,
                            notBefore,
                            (is & CANCELLED) != 0,
                            (is & OVERSPENT) != 0,
                            (is & PARKED) == 0 ? "" : in.text(),
                            (is & AWAY) != 0,
                            null));
        }
        long attemptsSpent = in.varint();
        long unitsSpent = in.varint();
        Map<Long, Instant> timers = new TreeMap<>();
        for (int left = in.count("timers", OUTSTANDING_MAX); left > 0; left--) {
            long seq = in.varint();
            timers.put(seq, Moments.known(in));
        }
        List<Bond> bonds = version == VERSION_OLDEST ? List.of() : readBonds(in);
        return new Outstanding(leg, begun, errands, timers, bonds, attemptsSpent, unitsSpent);
    }

    private static List<Bond> readBonds(ByteSource in) {
        List<Bond> bonds = new ArrayList<>();
        for (int left = in.count("bonds", OUTSTANDING_MAX); left > 0; left--) {
            var id = new BondId(in.varint(), in.varint());
            long position = in.varint();
            Bond.Kind kind = one(in, "kind of bond", KINDS);
            var other = new RunId(in.text());
            int is = in.u8();
            long cancelledAt = in.varint() - 1;
            ParentClose close = one(in, "fate of a child", FATES);
            bonds.add(
                    new Bond(
                            id,
                            position,
                            kind,
                            other,
                            (is & BEGUN) != 0,
                            cancelledAt,
                            close,
                            (is & CLOSING) != 0));
        }
        return bonds;
    }

    private static <T> T one(ByteSource in, String what, List<T> all) {
        int code = in.u8();
        if (code >= all.size()) {
            throw in.malformed(Problem.UNKNOWN, "there is no " + what + " " + code + ".");
        }
        return all.get(code);
    }

    private List<Description.OpenChild> children() {
        List<Description.OpenChild> children = new ArrayList<>();
        if (outstanding != null) {
            for (Bond bond : outstanding.bonds()) {
                if (bond.kind() == Bond.Kind.CHILD) {
                    children.add(
                            new Description.OpenChild(bond.id().seq(), bond.other(), bond.begun()));
                }
            }
        }
        return children;
    }

    /** What people are told of the run. */
    Description describe(Head head) {
        return describe(head.run(), head.position(), head.first());
    }

    private Description describe(RunId run, long entries, long first) {
        List<Description.OpenActivity> activities = new ArrayList<>();
        List<Description.OpenTimer> timers = new ArrayList<>();
        if (outstanding != null) {
            for (Errand it : outstanding.errands()) {
                activities.add(
                        new Description.OpenActivity(
                                it.seq(),
                                it.attempt(),
                                it.redeliveries(),
                                Optional.ofNullable(it.notBefore()),
                                it.isParked() ? Optional.of(it.queue()) : Optional.empty()));
            }
            outstanding
                    .timers()
                    .forEach(
                            (seq, due) -> {
                                if (seq != Outstanding.LEG) {
                                    timers.add(new Description.OpenTimer(seq, due));
                                }
                            });
        }
        return new Description(
                run,
                type,
                status,
                started,
                entries,
                first,
                reason.isEmpty() ? Optional.empty() : Optional.of(reason),
                activities,
                timers,
                leg.number(),
                leg.origin(),
                parent == null ? Optional.empty() : Optional.of(parent.run()),
                end == null ? Optional.empty() : Optional.of(end.at()),
                children(),
                attributes,
                size.bytes(),
                size.isLong() || size.isLarge());
    }
}
