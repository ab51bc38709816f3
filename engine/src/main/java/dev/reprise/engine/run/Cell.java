package dev.reprise.engine.run;

import dev.reprise.RunId;
import dev.reprise.engine.store.Change;
import dev.reprise.engine.store.Conflict;
import dev.reprise.engine.store.Receipt;
import dev.reprise.engine.store.Store;
import dev.reprise.engine.store.StoreFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run in memory, seen from other threads: what it is asked to do waits here, and one step at a
 * time is carried out by a worker. While an append is on its way there is no step, so whatever
 * arrives meanwhile is one activation.
 */
final class Cell implements Runnable, Receipt {
    /** The most messages that one step takes. */
    private static final int MESSAGES_MAX = 10_000;

    final RunId run;
    private final House house;
    private final Course.Rest rest;

    /** Only while something is to be done; whoever has the step has it. */
    private @Nullable Course course;

    // ---- Guarded by this ----
    private List<Message> inbox = new ArrayList<>(2);
    private boolean scheduled;
    private boolean writing;
    private boolean retired;
    private boolean written;
    private int revivals;
    private @Nullable Refusal damage;

    /** By which epoch what is on its way was written. */
    private long epoch;

    Cell(House house, RunId run) {
        this.house = house;
        this.run = run;
        this.rest = new Course.Rest(house, this);
    }

    /** Asks it to do something; false when it is no longer the one to be asked. */
    boolean post(Message message) {
        boolean first;
        synchronized (this) {
            if (retired) {
                return false;
            }
            inbox.add(message);
            if (message instanceof Message.Revive) {
                revivals++;
            }
            first = !scheduled && !writing;
            scheduled |= first;
        }
        if (first) {
            house.cells().busy(1);
            house.cells().schedule(this);
        }
        return true;
    }

    /** One step. */
    @Override
    public void run() {
        List<Message> taken;
        boolean settled;
        Refusal damaged;
        synchronized (this) {
            damaged = damage;
            damage = null;
            settled = written;
            written = false;
            taken = inbox;
            int fit = fitting(taken);
            inbox = new ArrayList<>(Math.max(2, taken.size() - fit));
            if (fit < taken.size()) {
                inbox.addAll(taken.subList(fit, taken.size()));
                taken = taken.subList(0, fit);
            }
        }
        Change.OfRun next = null;
        boolean broken = false;
        Course course = course();
        try {
            if (damaged == null) {
                next = course.step(settled, taken);
            } else {
                broken = true;
                course.give(damaged, taken);
            }
        } catch (Throwable thrown) {
            broken = true;
            course.give(house.broke(this, course.type(), thrown), taken);
        }
        end(next, broken);
    }

    private Course course() {
        Course known = course;
        if (known == null) {
            known = new Course(house, this, rest);
            course = known;
        }
        return known;
    }

    /** How many messages fit into one step. */
    private static int fitting(List<Message> messages) {
        if (messages.size() <= 1) {
            return messages.size();
        }
        long bytes = 0;
        int fit = 0;
        while (fit < messages.size() && fit < MESSAGES_MAX && bytes < Sizes.STEP_BYTES_MAX) {
            bytes += messages.get(fit++).bytes();
        }
        return fit;
    }

    private void end(Change.@Nullable OfRun next, boolean broken) {
        boolean again = false;
        boolean over = false;
        int revived = 0;
        synchronized (this) {
            writing = next != null;
            if (next != null) {
                epoch = next.epoch();
                scheduled = false;
            } else if (!inbox.isEmpty()) {
                scheduled = true;
                again = true;
            } else {
                scheduled = false;
                boolean rests = broken || course().isIdle();
                course = rests ? null : course;
                over = broken || (rests && rest.isIdle());
                retired = over;
                revived = revivals;
                revivals = 0;
            }
        }
        if (next != null) {
            write(next);
        } else if (again) {
            house.cells().schedule(this);
        } else {
            if (over) {
                house.cells().retired(this);
            }
            if (revived > 0) {
                house.revivals().ended(revived);
            }
            house.cells().busy(-1);
        }
    }

    private void write(Change.OfRun change) {
        try {
            if (isHandedOver(change)) {
                return;
            }
            if (change.bytes() > Store.WAITING_BYTES_MAX) {
                damaged(
                        new Refusal(
                                Refusal.Reason.TOO_LARGE,
                                "What is to be written of run "
                                        + run
                                        + " at once has "
                                        + change.bytes()
                                        + " bytes, and at most "
                                        + Store.WAITING_BYTES_MAX
                                        + " can be."));
            } else {
                house.jam().await(() -> isHandedOver(change), () -> write(change));
            }
        } catch (StoreFailure e) {
            failed(e);
        } catch (IllegalStateException e) {
            house.outage().fail(new Refusal(Refusal.Reason.CLOSED, "The store is closed.", e));
            told(false);
        }
    }

    /** Whether the store has taken it; not when too much waits already. */
    private boolean isHandedOver(Change.OfRun change) {
        try {
            if (house.around().workers().isSpare()) {
                house.around().store().writeHere(change, this);
            } else {
                house.around().store().write(change, this);
            }
            return true;
        } catch (StoreFailure e) {
            if (e.kind() == StoreFailure.Kind.OVERLOADED) {
                return false;
            }
            throw e;
        }
    }

    /** The run cannot go on so; others can. */
    private void damaged(Refusal why) {
        synchronized (this) {
            damage = why;
        }
        told(false);
    }

    // ---- The store's thread ----

    /** What only hands activities over needs no worker: there is no step meanwhile. */
    @Override
    public void durable() {
        house.jam().told();
        boolean broken = false;
        Course course = course();
        try {
            if (!course.handsOver()) {
                told(true);
                return;
            }
        } catch (Throwable thrown) {
            broken = true;
            course.give(house.broke(this, course.type(), thrown), List.of());
        }
        end(null, broken);
    }

    @Override
    public void refused(Conflict conflict) {
        house.jam().told();
        if (isOutdated()) {
            forgotten();
            return;
        }
        house.outage().refused(conflict);
        told(false);
    }

    /** Whether it was written before the store was resumed: nothing of it is there. */
    private synchronized boolean isOutdated() {
        return epoch != house.epoch();
    }

    /** What was on its way is not there, or nobody knows: first of all that is forgotten. */
    private void forgotten() {
        synchronized (this) {
            inbox.addFirst(new Message.Fail());
        }
        told(false);
    }

    @Override
    public void failed(StoreFailure failure) {
        house.jam().told();
        if (failure.kind() == StoreFailure.Kind.DAMAGED) {
            // That concerns this run; if it does not, the next change is refused.
            damaged(
                    new Refusal(
                            Refusal.Reason.UNREADABLE,
                            "What is stored of run "
                                    + run
                                    + " is damaged, so it cannot go on. "
                                    + failure.getMessage(),
                            failure));
            return;
        }
        if (failure.isFull()) {
            if (!isOutdated()) {
                house.outage().full(failure);
            }
            forgotten();
            return;
        }
        house.outage().failed(failure);
        told(false);
    }

    private void told(boolean durable) {
        synchronized (this) {
            writing = false;
            written = durable;
            scheduled = true;
        }
        house.cells().schedule(this);
    }

    @Override
    public String toString() {
        return "run " + run;
    }
}
