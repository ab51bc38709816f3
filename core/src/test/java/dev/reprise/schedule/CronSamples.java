package dev.reprise.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Cron expressions of six fields, drawn from a seed. */
final class CronSamples {
    private final Random random;

    CronSamples(long seed) {
        random = new Random(seed);
    }

    String expression() {
        return String.join(
                " ",
                random.nextInt(8) == 0 ? field(0, 59) : "0",
                field(0, 59),
                random.nextInt(3) == 0 ? "*" : hours(),
                dayOfMonth(),
                random.nextInt(3) == 0 ? month() : "*",
                dayOfWeek());
    }

    private String hours() {
        return random.nextBoolean() ? field(0, 23) : String.valueOf(random.nextInt(4));
    }

    private String field(int min, int max) {
        return switch (random.nextInt(6)) {
            case 0 -> "*";
            case 1 -> "*/" + (1 + random.nextInt(max - min));
            case 2 -> list(min, max);
            case 3 -> range(min, max);
            case 4 -> range(min, max) + "/" + (1 + random.nextInt(9));
            default -> String.valueOf(number(min, max));
        };
    }

    private String dayOfMonth() {
        return switch (random.nextInt(12)) {
            case 0 -> "L";
            case 1 -> "L-" + (1 + random.nextInt(30));
            case 2 -> number(1, 31) + "W";
            case 3 -> "LW";
            case 4 -> "?";
            case 5 -> "L," + number(1, 31) + "," + number(1, 31) + "W";
            case 6, 7, 8 -> "*";
            default -> field(1, 31);
        };
    }

    private String month() {
        return random.nextBoolean()
                ? field(1, 12)
                : List.of("MAR", "OCT-NOV", "APR,SEP,DEC").get(random.nextInt(3));
    }

    private String dayOfWeek() {
        return switch (random.nextInt(10)) {
            case 0 -> "SUN";
            case 1 -> "MON#" + number(1, 5);
            case 2 -> number(0, 7) + "L";
            case 3 -> "SAT-7";
            case 4 -> "MON-FRI";
            case 5 -> number(0, 7) + "";
            case 6 -> "*/2";
            default -> "*";
        };
    }

    private String range(int min, int max) {
        int first = number(min, max);
        return first + "-" + number(first, max);
    }

    private String list(int min, int max) {
        var numbers = new ArrayList<String>();
        IntStream.range(0, 1 + random.nextInt(3)).forEach(_ -> numbers.add(number(min, max) + ""));
        return String.join(",", numbers);
    }

    private int number(int min, int max) {
        return min + random.nextInt(max - min + 1);
    }
}
