/**
 * This package measures: what an operation costs, beside what the obvious way to do the same costs
 * in the same run. A benchmark is one class that declares a {@link dev.reprise.bench.Suite}; the
 * rest runs it and shows the result. It knows every room it measures, and none of them knows it.
 */
package dev.reprise.bench;
