package dev.reprise.choice;

/**
 * Some consecutive entries in their binary form, readable without the chunks before it.
 *
 * @param firstEntry the number of its first entry in the whole recording
 * @param stepBefore the step of the entry before it, -1 when there is none
 * @param count how many entries it holds
 * @param origin the position in the file of its first byte, for messages
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never shared beyond this room
record Chunk(long firstEntry, long stepBefore, int count, byte[] bytes, long origin) {}
