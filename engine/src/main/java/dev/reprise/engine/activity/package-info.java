/**
 * This package carries out activities: what the code of workflows asks the world for, by name
 * ({@link dev.reprise.engine.activity.Activities}). It holds the default way in which values are
 * encoded ({@link dev.reprise.engine.activity.JsonCodec}), what an activity may know of its call
 * ({@link dev.reprise.engine.activity.ActivityContext}). It must not know when an activity is due,
 * on which thread it runs, nor what becomes of its outcome.
 */
package dev.reprise.engine.activity;
