package dev.reprise.policy;

/** What is said about all targets that a matcher meets. */
public record Rule(Matcher matcher, Partial partial) {}
