package dev.reprise.vm;

import dev.reprise.Payload;
import dev.reprise.choice.Key;

/**
 * Something that a run asks the world for.
 *
 * @param number its number in the run, from 1: whoever carries it out tells the outcome by it
 * @param key the key of the token that asks, the same under every scheduler
 * @param activity the name of the activity
 * @param input what it is given
 * @param spot where in the pattern, and in which round, instance or attempt
 */
public record Effect(long number, Key key, String activity, Payload input, String spot) {}
