/**
 * This package is how things are written down and read back: primitive values and the vocabulary in
 * bytes, checksummed frames in a stream, strict JSON, the elements of pictures, and the one error
 * ({@link dev.reprise.form.Malformed}) for input that cannot be trusted. Every reader here is
 * bounded by the size of its input. It must not know what else is being written.
 */
package dev.reprise.form;
