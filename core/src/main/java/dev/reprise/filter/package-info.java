/**
 * This package finds runs among many: the {@link dev.reprise.filter.Attributes} by which a run can
 * be found, the {@link dev.reprise.filter.Filter} that accepts some {@linkplain
 * dev.reprise.filter.Row rows} and not others, with its text, what it lets a store leave out, and a
 * flat form that judges a row without allocating. The language is specified in docs/filters.md. It
 * must not know where rows come from.
 */
package dev.reprise.filter;
