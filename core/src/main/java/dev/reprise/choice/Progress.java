package dev.reprise.choice;

/**
 * How far a search has come.
 *
 * @param executions how many executions have ended by themselves
 * @param failures how many of them failed
 * @param redundant how many were stopped because they repeated others
 * @param finished whether there is nothing left to run
 * @param complete whether, being finished, it has covered every execution of the program: no bound
 *     has cut anything off
 */
public record Progress(
        long executions, long failures, long redundant, boolean finished, boolean complete) {}
