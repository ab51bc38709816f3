package dev.reprise.flow.guard;

/** Something wrong with one instruction of a method. */
record Issue(Rule rule, String call, String instead) {
    static Issue of(Rule rule, String call) {
        return new Issue(rule, call, rule.advice());
    }
}
