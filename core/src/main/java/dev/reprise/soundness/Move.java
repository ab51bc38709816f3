package dev.reprise.soundness;

import dev.reprise.choice.Key;
import org.jspecify.annotations.Nullable;

/**
 * Something that can happen to a run that has settled.
 *
 * @param step how it is told
 * @param key the token that does it, or nobody
 * @param place of the task that is started by it, or -1
 * @param canFail whether the task it is about can fail, because a scope would see to it
 * @param canBeLocal whether it is the start or the outcome of a task that nothing else holds back
 */
record Move(Step step, @Nullable Key key, int place, boolean canFail, boolean canBeLocal) {}
