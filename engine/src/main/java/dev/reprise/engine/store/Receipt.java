package dev.reprise.engine.store;

/** Hears what became of one change: exactly one of these, exactly once. See {@link Store}. */
public interface Receipt {
    /** It is synced: it will be there whatever happens. */
    void durable();

    /** It did not fit to what is durable, and has had no effect. */
    void refused(Conflict conflict);

    /**
     * Nobody knows: when the store is opened again it will be there as a whole, or not at all. The
     * exception is {@link StoreFailure.Kind#REFUSING}: then it has had no effect.
     */
    void failed(StoreFailure failure);
}
