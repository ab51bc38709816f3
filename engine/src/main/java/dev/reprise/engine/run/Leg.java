package dev.reprise.engine.run;

/**
 * One of the runs that follow each other under one id: the first, one that continues it, another
 * attempt, or one that was started when all before it had ended. Their entries follow each other in
 * one history.
 *
 * @param number from 1
 * @param origin the position of its first entry
 */
record Leg(long number, long origin) {
    static final Leg FIRST = new Leg(1, 0);

    Leg next(long position) {
        return new Leg(number + 1, position);
    }
}
