/**
 * What happened to a run, told from its stored entries to people: event by event, as lines for a
 * terminal, and as a picture. Entries are read one after the other and none is kept, so the length
 * of a history costs no memory. This room does not know who asks, or where entries come from.
 */
package dev.reprise.engine.story;
