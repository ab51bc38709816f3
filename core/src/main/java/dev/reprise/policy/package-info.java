/**
 * This package is how an activity is executed: a {@link dev.reprise.policy.Policy} says it, {@link
 * dev.reprise.policy.Rules} find the policy for a {@link dev.reprise.policy.Target}, and {@link
 * dev.reprise.policy.Attempts} decides by it what comes next. It must not know who carries the
 * decisions out, nor what time it is.
 */
package dev.reprise.policy;
