package dev.reprise.history;

/** What a workflow's code says about how something is to be carried out. */
public sealed interface CommandOptions permits ActivityOptions, ChildOptions, RunOptions {}
