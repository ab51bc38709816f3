package dev.reprise.engine.store;

class MemoryStoreTest extends StoreContract {
    @Override
    Store empty() {
        return Store.inMemory();
    }
}
