/**
 * This package carries an activity to its end under a policy, without a store: {@link
 * dev.reprise.engine.drive.Driver}. What is decided, {@link dev.reprise.policy.Attempts} decides;
 * what time it is and who says that a time has come is a {@link
 * dev.reprise.engine.drive.Timekeeper}, a thread or a test. It must not know what a workflow is,
 * nor who asked for the activity.
 */
package dev.reprise.engine.drive;
