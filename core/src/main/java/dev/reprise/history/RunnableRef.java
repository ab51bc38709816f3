package dev.reprise.history;

import dev.reprise.form.ByteSink;
import dev.reprise.form.ByteSource;
import dev.reprise.form.FieldSink;
import dev.reprise.form.FieldSource;
import dev.reprise.policy.Policy;

/**
 * A runnable and how it is to be executed, as something that can be written down and handed to
 * another process: what that prepares from it is the same. All of it is data; code that the policy
 * names is bound again where it is executed.
 */
public record RunnableRef(Prepared prepared, Policy policy) {
    /** The binary form: see docs/activities.md. */
    public byte[] toBytes() {
        var out = new ByteSink(256);
        LifecycleForm.write(FieldSink.binary(out, LifecycleForm.REF), this);
        return out.toByteArray();
    }

    /**
     * Reads what {@link #toBytes()} wrote.
     *
     * @throws dev.reprise.form.Malformed when this is not a reference
     */
    public static RunnableRef fromBytes(byte[] bytes) {
        return LifecycleForm.readRef(
                FieldSource.binary(new ByteSource("runnable", bytes), LifecycleForm.REF));
    }

    /** For people. */
    @Override
    public String toString() {
        return prepared.id() + " " + prepared.task() + " " + Lifecycle.said(policy);
    }
}
