package dev.reprise.flow;

import dev.reprise.testing.Records;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a program that fails as small as it can while it still does. */
final class ProgramShrinker {
    private ProgramShrinker() {}

    static Program.Code smallest(Program.Code code, Predicate<Program.Code> fails) {
        Program.Code smallest = code;
        for (boolean smaller = true; smaller; ) {
            smaller = false;
            for (Program.Code candidate : ofRecord(smallest)) {
                if (fails.test(candidate)) {
                    smallest = candidate;
                    smaller = true;
                    break;
                }
            }
        }
        return smallest;
    }

    /** The programs that are by one step smaller, the smallest first. */
    static List<Program> smaller(Program program) {
        var all = new ArrayList<Program>();
        for (Object value : Records.values((Record) program)) {
            if (value instanceof Program inner) {
                all.add(inner);
            } else if (value instanceof List<?> list) {
                list.forEach(it -> all.add((Program) it));
            }
        }
        all.addAll(ofRecord(program));
        return all;
    }

    /** The record with one of the programs in it made smaller or left out. */
    @SuppressWarnings("unchecked")
    private static <R> List<R> ofRecord(R record) {
        var all = new ArrayList<R>();
        List<Object> values = Records.values((Record) record);
        for (int i = 0; i < values.size(); i++) {
            for (Object less : ofValue(values.get(i))) {
                var changed = new ArrayList<>(values);
                changed.set(i, less);
                all.add((R) Records.make(record.getClass(), changed));
            }
        }
        return all;
    }

    private static List<Object> ofValue(Object value) {
        var all = new ArrayList<>();
        if (value instanceof Program program) {
            if (!(program instanceof Program.Steps(_, var steps) && steps.isEmpty())) {
                all.add(new Program.Steps(false, List.of()));
            }
            all.addAll(smaller(program));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                var shorter = new ArrayList<Object>(list);
                shorter.remove(i);
                all.add(shorter);
                for (Object less : ofValue(list.get(i))) {
                    var changed = new ArrayList<Object>(list);
                    changed.set(i, less);
                    all.add(changed);
                }
            }
        } else if (value instanceof Integer number && number > 1) {
            all.add(1);
        }
        return all;
    }
}
