/**
 * This package is choice: picking one of the {@link dev.reprise.choice.Enabled} actions ({@link
 * dev.reprise.choice.Scheduler}), recording what was picked ({@link dev.reprise.choice.Recorder},
 * {@link dev.reprise.choice.ChoiceLog}) and following a recording until it differs ({@link
 * dev.reprise.choice.Replayer}, {@link dev.reprise.choice.Divergence}), and searching through many
 * executions of one program ({@link dev.reprise.choice.Search}). It must not know what an action
 * does.
 */
package dev.reprise.choice;
