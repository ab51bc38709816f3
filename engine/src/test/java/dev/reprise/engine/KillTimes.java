package dev.reprise.engine;

import dev.reprise.engine.KillChores.Chore;
import dev.reprise.engine.KillLedger.Line;
import dev.reprise.schedule.Every;
import java.time.Instant;
import java.util.Collection;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of what is asked of schedules, and of many runs at once. Fed line by line, in
 * order.
 */
final class KillTimes {
    private static final Pattern TIME = Pattern.compile("[-0-9]+T[.:0-9]+Z");
    private static final Pattern ASKED = Pattern.compile("(.*)-(triggered|backfilled)-[0-9]+");

    private final KillBreaches breaches;

    // Between which times the schedule was there, at least and at most.
    private @Nullable Instant askedSchedule;
    private @Nullable Instant ackedSchedule;
    private @Nullable Instant askedDelete;
    private @Nullable Instant ackedDelete;

    /** When each chore was asked for first, and when it was acknowledged. */
    private final SortedMap<Integer, Instant> asked = new TreeMap<>();

    private final SortedMap<Integer, Instant> acked = new TreeMap<>();
    private int firings;

    KillTimes(KillBreaches breaches) {
        this.breaches = breaches;
    }

    void read(Line line) {
        switch (line.word()) {
            case ASKED_SCHEDULE -> askedSchedule = first(askedSchedule, line);
            case ACKED_SCHEDULE -> ackedSchedule = first(ackedSchedule, line);
            case ASKED_DELETE -> askedDelete = first(askedDelete, line);
            case ACKED_DELETE -> ackedDelete = Instant.parse(line.at(1));
            case ASKED_CHORE -> asked.putIfAbsent(line.number(1), Instant.parse(line.at(2)));
            case ACKED_CHORE -> acked.putIfAbsent(line.number(1), Instant.parse(line.at(2)));
            default -> {}
        }
    }

    private static Instant first(@Nullable Instant known, Line line) {
        return known == null ? Instant.parse(line.at(1)) : known;
    }

    private SortedSet<Integer> acked(Chore chore) {
        var numbers = new TreeSet<>(acked.keySet());
        numbers.removeIf(it -> Chore.of(it) != chore);
        return numbers;
    }

    // ---- What was told to all at once ----

    /** What one that was told all of it has heard. */
    String shouts() {
        return "shouts:" + acked(Chore.SHOUT).size();
    }

    /** One of them has heard this. */
    void heard(String run, Collection<String> heard) {
        for (int number : asked.keySet()) {
            long times = heard.stream().filter(Integer.toString(number)::equals).count();
            breaches.expect(times <= 1, "%s: shout %d came %d times", run, number, times);
            breaches.expect(
                    times == 1 || !acked(Chore.SHOUT).contains(number),
                    "%s: shout %d was acknowledged and is lost",
                    run,
                    number);
        }
    }

    // ---- What was started ----

    /** All that schedules have started, by their ids, is known. */
    void end(Collection<String> runs) {
        ticked(runs);
        SortedSet<String> made = new TreeSet<>();
        int triggered = 0;
        for (String run : runs) {
            var id = ASKED.matcher(run.substring(run.indexOf('/') + 1));
            if (KillKinds.kind(run).equals(KillKinds.TOCK) && id.matches()) {
                if (id.group(2).equals("triggered")) {
                    triggered++;
                } else {
                    breaches.expect(made.add(id.group(1)), "%s: made up for twice", run);
                }
            }
        }
        int triggers = acked(Chore.TRIGGER).size();
        breaches.expect(
                triggered == triggers, "%d were triggered, and %d started", triggers, triggered);
        SortedSet<String> past = new TreeSet<>();
        for (int number : acked(Chore.BACKFILL)) {
            Instant from = KillChores.PAST.plus(KillChores.HOUR.multipliedBy(2L * number));
            past.add(from.toString());
            past.add(from.plus(KillChores.HOUR).toString());
        }
        breaches.expect(made.equals(past), "made up for %s, not for %s", made, past);
    }

    /** Each time of the schedule, while it was there, has started one run. */
    private void ticked(Collection<String> runs) {
        SortedSet<Instant> times = new TreeSet<>();
        for (String run : runs) {
            if (KillKinds.kind(run).equals(KillKinds.TICK)) {
                String time = run.substring(run.indexOf('/') + 1);
                boolean scheduled = TIME.matcher(time).matches();
                breaches.expect(
                        scheduled, "%s: no time of the schedule, or one that comes twice", run);
                if (scheduled) {
                    times.add(Instant.parse(time));
                }
            }
        }
        firings = times.size();
        if (askedSchedule == null || ackedSchedule == null) {
            breaches.expect(times.isEmpty(), "%s: nobody asked for a schedule", times);
        } else {
            ticked(times, askedSchedule, ackedSchedule);
        }
    }

    private void ticked(SortedSet<Instant> times, Instant begins, Instant begun) {
        Instant end = ackedDelete == null ? Instant.MAX : ackedDelete;
        for (Instant time : times) {
            breaches.expect(
                    time.toEpochMilli() % KillKinds.INTERVAL.toMillis() == 0
                            && time.isAfter(begins)
                            && !time.isAfter(end),
                    "%s: no time of the schedule",
                    time);
            breaches.expect(pause(time) != Pause.SURE, "%s: the schedule was paused", time);
        }
        Instant last = askedDelete;
        if (last == null) {
            breaches.expect(false, "the schedule has no end");
            return;
        }
        new Every(KillKinds.INTERVAL)
                .times(begun)
                .takeWhile(it -> !it.isAfter(last))
                .filter(it -> pause(it) == Pause.NONE)
                .forEach(
                        it ->
                                breaches.expect(
                                        times.contains(it), "%s: the schedule left it out", it));
    }

    /** Whether the schedule was paused at some time. */
    private enum Pause {
        NONE,
        PERHAPS,
        SURE
    }

    private Pause pause(Instant time) {
        for (int number : asked.keySet()) {
            if (Chore.of(number) == Chore.PAUSE && !time.isBefore(asked.get(number))) {
                int resume = Chore.RESUME.after(number);
                Instant paused = acked.getOrDefault(number, Instant.MAX);
                Instant resumes = asked.getOrDefault(resume, Instant.MAX);
                Instant resumed = acked.getOrDefault(resume, Instant.MAX);
                if (time.isAfter(paused) && time.isBefore(resumes)) {
                    return Pause.SURE;
                }
                if (!time.isAfter(resumed)) {
                    return Pause.PERHAPS;
                }
            }
        }
        return Pause.NONE;
    }

    /** How many times of the schedule started a run. */
    int firings() {
        return firings;
    }

    /** How much was asked of the engine as a whole. */
    int chores() {
        return acked.size();
    }
}
