package dev.reprise.app;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Numbers on the command line; what is not one is answered with what would be. */
final class Numbers {
    private Numbers() {}

    /** A number of things: at least one. */
    static final class Count implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            try {
                int count = Integer.parseInt(value);
                if (count >= 1) {
                    return count;
                }
            } catch (NumberFormatException _) {
                // said below
            }
            throw new TypeConversionException(
                    "'" + value + "' is not a whole number from 1 to " + Integer.MAX_VALUE);
        }
    }

    /** A seed: any 64 bits, with or without a sign. */
    static final class Seed implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            try {
                return value.startsWith("-")
                        ? Long.parseLong(value)
                        : Long.parseUnsignedLong(value);
            } catch (NumberFormatException _) {
                throw new TypeConversionException(
                        "'" + value + "' is not a seed: a whole number from 0 to 2^64-1");
            }
        }
    }
}
