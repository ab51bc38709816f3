package dev.reprise.choice;

import dev.reprise.form.ByteSink;
import dev.reprise.form.Checksum;
import dev.reprise.form.JsonSink;
import dev.reprise.form.JsonSource;
import dev.reprise.form.Malformed.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The JSON form of a choice log, as docs/choice-log.md specifies it. */
final class LogJson {
    private static final String FORMAT = "reprise-choice-log";
    private static final int VERSION = 1;

    /** Sets up to this size are written in full, because people read them. */
    private static final int SHOWN_MAX = 16;

    private LogJson() {}

    static void write(ChoiceLog log, OutputStream out) throws IOException {
        JsonSink.write(out, json -> new Writer(json).write(log));
    }

    static ChoiceLog read(InputStream in) throws IOException {
        return JsonSource.read(ChoiceLog.WHAT, in, json -> new Reader(json).read());
    }

    /** The running checksum of everything before and including an entry. */
    private static final class Check {
        private final ByteSink bytes = new ByteSink(64);
        private int value;

        void kind(Kind kind) {
            bytes.clear();
            bytes.fixed32(value);
            bytes.varint(kind.order());
            bytes.text(kind.name());
            close();
        }

        void entry(long step, int size, long fingerprint, Key chosen) {
            bytes.clear();
            bytes.fixed32(value);
            bytes.fixed64(step);
            bytes.fixed32(size);
            bytes.fixed64(fingerprint);
            bytes.fixed64(chosen.code());
            close();
        }

        void end(long dropped, long steps, boolean complete) {
            bytes.clear();
            bytes.fixed32(value);
            bytes.fixed64(dropped);
            bytes.fixed64(steps);
            bytes.u8(complete ? 1 : 0);
            close();
        }

        private void close() {
            byte[] all = bytes.toByteArray();
            value = Checksum.of(all, 0, all.length);
        }

        @Override
        public String toString() {
            return HexFormat.of().toHexDigits(value);
        }
    }

    private record Writer(JsonSink json) {
        void write(ChoiceLog log) {
            var check = new Check();
            json.object(
                    () -> {
                        json.name("format").text(FORMAT).name("version").number(VERSION);
                        json.name("kinds")
                                .array(() -> log.kinds().forEach(kind -> kind(kind, check)));
                        if (log.dropped() > 0) {
                            json.name("dropped").number(log.dropped());
                        }
                        json.name("entries").inLines().array(() -> entries(log, check));
                        json.name("steps").number(log.steps());
                        json.name("complete").bool(log.isComplete());
                        check.end(log.dropped(), log.steps(), log.isComplete());
                        json.name("check").text(check.toString());
                    });
            json.line();
        }

        private void kind(Kind kind, Check check) {
            check.kind(kind);
            json.object(
                    () -> json.name("order").number(kind.order()).name("name").text(kind.name()));
        }

        private void entries(ChoiceLog log, Check check) {
            var cursor = LogCursor.full(log);
            while (cursor.next()) {
                json.object(() -> entry(cursor, check));
            }
        }

        private void entry(LogCursor cursor, Check check) {
            json.name("step").number(cursor.step());
            if (cursor.isAlone()) {
                json.name("alone").array(() -> keys(cursor.enabled()));
            } else if (!cursor.isDifference() || cursor.size() <= SHOWN_MAX) {
                json.name("enabled").array(() -> keys(cursor.enabled()));
            } else {
                json.name("removed").array(() -> keys(cursor.removed()));
                json.name("added").array(() -> keys(cursor.added()));
            }
            json.name("chosen").text(cursor.chosen().toString());
            check.entry(cursor.step(), cursor.size(), cursor.fingerprint(), cursor.chosen());
            json.name("check").text(check.toString());
        }

        private void keys(List<Key> keys) {
            keys.forEach(key -> json.text(key.toString()));
        }
    }

    /** The fields of one entry as they were found. */
    private static final class Fields {
        long step = -1;
        @Nullable List<Key> enabled;
        @Nullable List<Key> alone;
        @Nullable List<Key> removed;
        @Nullable List<Key> added;
        @Nullable Key chosen;
        @Nullable String check;
    }

    private static final class Reader {
        private final JsonSource json;
        private final TreeMap<String, Kind> kinds = new TreeMap<>();
        private final LogMaker maker = new LogMaker();
        private final Check check = new Check();
        private boolean formatSeen;
        private boolean versionSeen;
        private boolean entriesSeen;
        private boolean hasBase;
        private long entries;
        private long firstStep = -1;
        private long dropped;
        private long steps = -1;
        private boolean complete;
        private @Nullable String endCheck;

        Reader(JsonSource json) {
            this.json = json;
        }

        ChoiceLog read() {
            json.object(this::field);
            if (!entriesSeen || steps < 0 || endCheck == null) {
                throw json.malformed(
                        Problem.SYNTAX,
                        "the fields format, version, kinds, entries, steps, complete and check are all"
                                + " needed.");
            }
            if (steps < maker.stepsSeen()) {
                throw json.malformed(
                        Problem.INCONSISTENT,
                        "steps is "
                                + steps
                                + ", but step "
                                + (maker.stepsSeen() - 1)
                                + " is among the entries.");
            }
            if (dropped > 0 && (firstStep < 0 || dropped > firstStep)) {
                throw json.malformed(
                        Problem.INCONSISTENT,
                        "dropped is "
                                + dropped
                                + ", but "
                                + (firstStep < 0
                                        ? "no entry follows."
                                        : "the first step is " + firstStep + "."));
            }
            check.end(dropped, steps, complete);
            compare(
                    endCheck,
                    (entries == 0 ? "kinds, " : "")
                            + "dropped, steps, complete or an entry at the end");
            return maker.log(dropped, steps, complete);
        }

        private boolean field(String name) {
            switch (name) {
                case "format" -> format();
                case "version" -> version();
                case "kinds" -> kinds();
                case "dropped" -> dropped = json.number(0, Long.MAX_VALUE);
                case "entries" -> entries();
                case "steps" -> steps = json.number(0, Long.MAX_VALUE);
                case "complete" -> complete = json.bool();
                case "check" -> endCheck = json.text();
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void format() {
            var format = json.text();
            if (!format.equals(FORMAT)) {
                throw json.malformed(Problem.FOREIGN, "the format is not " + FORMAT + ".");
            }
            formatSeen = true;
        }

        private void version() {
            long version = json.number();
            if (version != VERSION) {
                throw json.malformed(
                        Problem.VERSION,
                        "it has version "
                                + version
                                + ", this program reads version "
                                + VERSION
                                + ".");
            }
            versionSeen = true;
        }

        private void kinds() {
            json.array(
                    () -> {
                        var kind = kind();
                        var clash = kind.clashIn(kinds.values());
                        if (clash.isPresent()) {
                            throw json.malformed(Problem.INCONSISTENT, clash.get());
                        }
                        kinds.put(kind.name(), kind);
                        if (kinds.size() > LogEncoder.KINDS_MAX) {
                            throw json.malformed(Problem.LIMIT, "there are too many kinds.");
                        }
                        check.kind(kind);
                    });
        }

        private Kind kind() {
            int[] order = {-1};
            String[] name = {""};
            json.object(
                    field -> {
                        switch (field) {
                            case "order" -> order[0] = (int) json.number(0, Kind.ORDER_MAX);
                            case "name" -> name[0] = json.text();
                            default -> {
                                return false;
                            }
                        }
                        return true;
                    });
            if (order[0] < 0 || !Kind.isName(name[0])) {
                throw json.malformed(
                        Problem.SYNTAX, "a kind needs an order and a name that is a word.");
            }
            return new Kind(order[0], name[0]);
        }

        private void entries() {
            if (!formatSeen || !versionSeen) {
                throw json.malformed(
                        Problem.FOREIGN, "format and version must come before the entries.");
            }
            entriesSeen = true;
            json.array(this::entry);
        }

        private void entry() {
            var fields = new Fields();
            json.object(name -> field(fields, name));
            if (fields.step < maker.stepsSeen()) {
                throw json.malformed(
                        fields.step < 0 ? Problem.SYNTAX : Problem.ORDER,
                        at("step")
                                + " is "
                                + (fields.step < 0
                                        ? "missing."
                                        : fields.step
                                                + ", but step "
                                                + (maker.stepsSeen() - 1)
                                                + " comes before it: steps must ascend."));
            }
            if (fields.step == Long.MAX_VALUE) {
                throw json.malformed(Problem.LIMIT, at("step") + " is the largest number.");
            }
            if (fields.chosen == null || fields.check == null) {
                throw json.malformed(Problem.SYNTAX, at("chosen") + " or check is missing.");
            }
            var enabled = set(fields);
            if (enabled.size() < 2) {
                throw json.malformed(
                        Problem.INCONSISTENT,
                        at(way(fields))
                                + " holds "
                                + enabled.size()
                                + " actions: that is not a choice.");
            }
            if (!enabled.contains(fields.chosen)) {
                throw json.malformed(
                        Problem.INCONSISTENT,
                        at("chosen") + " is " + fields.chosen + ", which is not enabled.");
            }
            check.entry(fields.step, enabled.size(), enabled.fingerprint(), fields.chosen);
            compare(
                    fields.check,
                    (entries == 0 ? "kinds or " : "") + at("step, " + way(fields) + " or chosen"));
            if (entries == 0) {
                firstStep = fields.step;
            }
            maker.append(fields.step, enabled, fields.chosen);
            entries++;
        }

        private boolean field(Fields fields, String name) {
            switch (name) {
                case "step" -> fields.step = json.number(0, Long.MAX_VALUE);
                case "enabled" -> fields.enabled = keys();
                case "alone" -> fields.alone = keys();
                case "removed" -> fields.removed = keys();
                case "added" -> fields.added = keys();
                case "chosen" -> fields.chosen = key();
                case "check" -> fields.check = json.text();
                default -> {
                    return false;
                }
            }
            return true;
        }

        /** The fields in which an entry says its set. */
        private static String way(Fields fields) {
            if (fields.alone != null) {
                return "alone";
            }
            return fields.enabled != null ? "enabled" : "removed, added";
        }

        /** The set of an entry, which says it in exactly one of three ways. */
        private Enabled set(Fields fields) {
            boolean whole = fields.enabled != null;
            boolean alone = fields.alone != null;
            boolean difference = fields.removed != null && fields.added != null;
            int ways = (whole ? 1 : 0) + (alone ? 1 : 0) + (difference ? 1 : 0);
            if (ways != 1 || (!difference && (fields.removed != null || fields.added != null))) {
                throw json.malformed(
                        Problem.SYNTAX,
                        at("one of enabled, alone, and removed with added is needed."));
            }
            if (fields.alone != null) {
                return Enabled.of(
                        ascending("alone", fields.alone).stream().map(Action::of).toList());
            }
            if (fields.enabled != null) {
                maker.base(ascending("enabled", fields.enabled));
                hasBase = true;
            } else if (fields.removed != null && fields.added != null) {
                change(fields.removed, fields.added);
            }
            return maker.base();
        }

        private void change(List<Key> removed, List<Key> added) {
            if (!hasBase) {
                throw json.malformed(
                        Problem.INCONSISTENT,
                        at("removed") + " is a difference, but nothing comes before it.");
            }
            for (var key : removed) {
                if (!maker.base().contains(key)) {
                    throw json.malformed(
                            Problem.UNKNOWN,
                            at("removed") + " names " + key + ", which is not there.");
                }
                maker.remove(key);
            }
            for (var key : added) {
                if (maker.base().contains(key)) {
                    throw json.malformed(
                            Problem.INCONSISTENT,
                            at("added") + " names " + key + ", which is there.");
                }
                maker.add(key);
                if (maker.base().size() > LogEncoder.ENABLED_MAX) {
                    throw json.malformed(Problem.LIMIT, at("added") + " makes too many actions.");
                }
            }
        }

        private List<Key> ascending(String field, List<Key> keys) {
            for (int i = 1; i < keys.size(); i++) {
                if (keys.get(i - 1).code() >= keys.get(i).code()) {
                    throw json.malformed(
                            Problem.ORDER,
                            at(field)
                                    + " has "
                                    + keys.get(i - 1)
                                    + " before "
                                    + keys.get(i)
                                    + ": keys must ascend.");
                }
            }
            return keys;
        }

        private List<Key> keys() {
            var keys = new ArrayList<Key>();
            json.array(
                    () -> {
                        keys.add(key());
                        if (keys.size() > LogEncoder.ENABLED_MAX) {
                            throw json.malformed(Problem.LIMIT, "there are too many actions.");
                        }
                    });
            return keys;
        }

        private Key key() {
            var text = json.text();
            int hash = text.indexOf('#');
            var kind = hash < 0 ? null : kinds.get(text.substring(0, hash));
            if (kind == null) {
                throw json.malformed(
                        Problem.UNKNOWN,
                        "the action " + shown(text) + " is of no kind defined in kinds.");
            }
            var digits = text.substring(hash + 1);
            if (!isNumber(digits) || Long.parseLong(digits) > Key.NUMBER_MAX) {
                throw json.malformed(
                        Problem.LIMIT,
                        "the action "
                                + shown(text)
                                + " needs a number in 0.."
                                + Key.NUMBER_MAX
                                + ".");
            }
            return kind.key(Long.parseLong(digits));
        }

        private static boolean isNumber(String digits) {
            boolean isShort = !digits.isEmpty() && digits.length() <= 15;
            boolean isPlain = isShort && (digits.length() == 1 || digits.charAt(0) != '0');
            for (int i = 0; isPlain && i < digits.length(); i++) {
                isPlain = digits.charAt(i) >= '0' && digits.charAt(i) <= '9';
            }
            return isPlain;
        }

        private void compare(String written, String fields) {
            if (!written.equals(check.toString())) {
                throw json.malformed(
                        Problem.CHECKSUM,
                        fields
                                + " is not what was written: check is "
                                + shown(written)
                                + ", the content gives "
                                + check
                                + ". Someone who changed it on purpose must change check too.");
            }
        }

        private static String shown(String text) {
            return text.length() <= 80 ? text : text.substring(0, 80) + "…";
        }

        private String at(String field) {
            return "entry " + entries + ": " + field;
        }
    }
}
