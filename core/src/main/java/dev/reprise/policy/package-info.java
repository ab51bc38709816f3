/**
 * This package is how an activity is executed: a {@link dev.reprise.policy.Policy} says it. It must
 * not know who carries it out, nor what time it is.
 */
package dev.reprise.policy;
