package dev.reprise.form;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers of fixed size in bytes, the least significant byte first. */
final class LittleEndian {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    static int int32(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static long int64(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static void put(byte[] bytes, int at, int value) {
        INT.set(bytes, at, value);
    }

    static void put(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }
}
