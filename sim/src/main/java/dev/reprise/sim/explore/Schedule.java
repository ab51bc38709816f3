package dev.reprise.sim.explore;

import dev.reprise.Check;
import dev.reprise.sim.Recalled;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One order of what can happen, in numbers: what goes wrong when, and what was chosen.
 *
 * @param eager whether what the engine does by itself was done at once, and what goes wrong is a
 *     choice
 * @param faults in the order in which they happen
 * @param choices the rank of what was chosen, choice by choice; behind the last one it is always 0
 */
record Schedule(boolean eager, List<Mishap> faults, List<Integer> choices) {
    private static final String EAGER = "all";

    /**
     * Something goes wrong.
     *
     * @param mark after so many writes and activities
     */
    record Mishap(Fault fault, int mark) {}

    Schedule {
        faults = List.copyOf(faults);
        int end = choices.size();
        while (end > 0 && choices.get(end - 1) == 0) {
            end--;
        }
        choices = List.copyOf(choices.subList(0, end));
    }

    /** In one line, such as {@code crash@7/0x12.3.1}; {@link #parse} reads it. */
    String text() {
        var text = new StringBuilder(eager ? EAGER : "");
        for (Mishap each : faults) {
            text.append(text.isEmpty() ? "" : "+").append(each.fault).append('@').append(each.mark);
        }
        text.append('/');
        for (int at = 0; at < choices.size(); ) {
            int same = at;
            while (same < choices.size() && choices.get(same).equals(choices.get(at))) {
                same++;
            }
            text.append(at == 0 ? "" : ".").append(choices.get(at));
            if (same - at > 1) {
                text.append('x').append(same - at);
            }
            at = same;
        }
        return text.toString();
    }

    /**
     * What was written by {@link #text}.
     *
     * @throws IllegalArgumentException when it was not
     */
    static Schedule parse(String text) {
        int slash = text.indexOf('/');
        Check.argument(
                slash >= 0, "a schedule is written as crash@7/0x12.3.1, not as \"%s\"", text);
        try {
            boolean eager = text.startsWith(EAGER);
            List<Mishap> faults = new ArrayList<>();
            for (String each : words(eager ? "" : text.substring(0, slash), "\\+")) {
                int at = each.indexOf('@');
                Fault fault = Fault.valueOf(each.substring(0, at).toUpperCase(Locale.ROOT));
                faults.add(new Mishap(fault, Integer.parseInt(each.substring(at + 1))));
            }
            List<Integer> choices = new ArrayList<>();
            for (String each : words(text.substring(slash + 1), "\\.")) {
                int times = each.indexOf('x');
                int choice = Integer.parseInt(times < 0 ? each : each.substring(0, times));
                int left = times < 0 ? 1 : Integer.parseInt(each.substring(times + 1));
                for (; left > 0; left--) {
                    choices.add(choice);
                }
            }
            return new Schedule(eager, faults, choices);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "a schedule is written as crash@7/0x12.3.1, not as \"" + text + "\"", e);
        }
    }

    private static List<String> words(String text, String separator) {
        return text.isEmpty() ? List.of() : List.of(text.split(separator, -1));
    }

    /** Chooses what is written down; where there is nothing, or not so much, the least. */
    Recalled recalled() {
        return Recalled.ranked(choices);
    }
}
