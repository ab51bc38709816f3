package dev.reprise.engine.store;

/**
 * The state that the machine of a run had, so that it need not be found from the beginning. It can
 * be lost at any time, and nothing is lost with it but time.
 *
 * @param position how many turns had been carried out
 * @param state what the machine made of them; not copied, so nobody may change it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RunSnapshot(long position, byte[] state) {}
