package dev.reprise.flow;

import static dev.reprise.flow.Commands.activity;
import static dev.reprise.flow.Commands.complete;
import static dev.reprise.flow.Commands.fail;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Mutexes, semaphores and channels: in the order of asking, and nothing is lost. */
class SynchronizersTest extends Conversations {
    private static String call(String type) {
        return Flow.activity(type, String.class).call();
    }

    private static String refusal(Runnable code) {
        try {
            code.run();
            return "accepted";
        } catch (IllegalStateException | IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** Waits for code in a scope of its own, and says so when that is cancelled. */
    private static <T> Body<String> in(Scope scope, Body<T> code) {
        return () -> {
            try {
                return String.valueOf(scope.run(code));
            } catch (Cancelled e) {
                return "cancelled";
            }
        };
    }

    // ---- Mutex ----

    @Test
    void a_mutex_lets_one_unit_in_at_a_time_in_the_order_of_asking() {
        doing(
                        () -> {
                            Mutex mutex = Flow.mutex();
                            Flow.parallel(
                                    () -> mutex.with(() -> call("A")),
                                    () -> mutex.with(() -> call("B")),
                                    () -> mutex.with(() -> call("C")));
                        })
                .start()
                .expect(activity(1, "/p0", "A"))
                .resolve(1, "")
                .expect(activity(2, "/p1", "B"))
                .evict()
                .resolve(2, "")
                .expect(activity(3, "/p2", "C"))
                .resolve(3, "")
                .expect(complete(4));
    }

    @Test
    void a_mutex_is_unlocked_when_its_code_throws() {
        play(() -> {
                    Mutex mutex = Flow.mutex();
                    try {
                        mutex.with(
                                () -> {
                                    throw new java.io.IOException("disk");
                                });
                    } catch (Exception e) {
                        return e.getMessage() + mutex.isLocked();
                    }
                    return "";
                })
                .start()
                .expect(complete(1, "diskfalse"));
    }

    @Test
    void a_mutex_is_unlocked_by_who_locked_it_and_locked_once() {
        play(() -> {
                    Mutex mutex = Flow.mutex();
                    mutex.lock();
                    String again = refusal(mutex::lock);
                    String other = Flow.parallel(() -> refusal(mutex::unlock)).getFirst();
                    mutex.unlock();
                    return again + ";" + other + ";" + refusal(mutex::unlock);
                })
                .start()
                .expect(
                        complete(
                                1,
                                "unit / has locked this mutex already;unit /p0 has not locked this"
                                        + " mutex;unit / has not locked this mutex"));
    }

    @Test
    void a_cancelled_unit_that_waits_for_a_mutex_is_passed_over() {
        play(() -> {
                    Mutex mutex = Flow.mutex();
                    Scope scope = Flow.scope();
                    mutex.lock();
                    var others =
                            Promise.allOf(
                                    List.of(
                                            Flow.async(in(scope, () -> mutex.with(() -> "a"))),
                                            Flow.async(() -> mutex.with(() -> "b"))));
                    Flow.yield();
                    Flow.yield();
                    scope.cancel("enough");
                    mutex.unlock();
                    return others.get().toString() + mutex.isLocked();
                })
                .start()
                .expect(complete(1, "[cancelled, b]false"));
    }

    // ---- Semaphore ----

    @Test
    void a_semaphore_lets_so_many_units_in_at_a_time_in_the_order_of_asking() {
        doing(
                        () -> {
                            Semaphore semaphore = Flow.semaphore(2);
                            Flow.parallel(
                                    () -> semaphore.with(() -> call("A")),
                                    () -> semaphore.with(() -> call("B")),
                                    () -> semaphore.with(() -> call("C")),
                                    () -> semaphore.with(() -> call("D")));
                        })
                .start()
                .expect(activity(1, "/p0", "A"), activity(2, "/p1", "B"))
                .resolve(2, "")
                .expect(activity(3, "/p2", "C"))
                .evict()
                .resolve(1, "")
                .expect(activity(4, "/p3", "D"));
    }

    @Test
    void a_permit_is_not_taken_from_those_who_wait() {
        play(() -> {
                    Semaphore semaphore = Flow.semaphore(1);
                    semaphore.acquire();
                    Promise<String> waiting = Flow.async(() -> semaphore.with(() -> "in"));
                    Flow.yield();
                    Flow.yield();
                    String before = semaphore.free() + "," + semaphore.waiting();
                    semaphore.release();
                    boolean pushed = semaphore.tryAcquire();
                    return before + pushed + waiting.get() + semaphore.free();
                })
                .start()
                .expect(complete(1, "0,1falsein1"));
    }

    @Test
    void a_semaphore_gets_back_what_was_taken() {
        play(() -> {
                    Semaphore semaphore = Flow.semaphore(2);
                    String most = "" + semaphore.tryAcquire() + semaphore.tryAcquire();
                    most += semaphore.tryAcquire();
                    semaphore.release();
                    semaphore.release();
                    return most
                            + ";"
                            + refusal(semaphore::release)
                            + ";"
                            + refusal(() -> Flow.semaphore(0));
                })
                .start()
                .expect(
                        complete(
                                1,
                                "truetruefalse;all 2 permits are here: more are given back than were"
                                        + " taken;a semaphore has at least one permit: 0"));
    }

    @Test
    void a_permit_that_was_passed_to_a_cancelled_unit_goes_on_to_the_next() {
        play(() -> {
                    Semaphore semaphore = Flow.semaphore(1);
                    Scope scope = Flow.scope();
                    semaphore.acquire();
                    var others =
                            Promise.allOf(
                                    List.of(
                                            Flow.async(in(scope, () -> semaphore.with(() -> "a"))),
                                            Flow.async(() -> semaphore.with(() -> "b"))));
                    Flow.yield();
                    Flow.yield();
                    scope.cancel("enough");
                    semaphore.release();
                    return others.get().toString() + semaphore.free();
                })
                .start()
                .expect(complete(1, "[cancelled, b]1"));
    }

    @Test
    void a_permit_that_was_passed_before_the_cancelling_is_taken_and_given_back() {
        play(() -> {
                    Semaphore semaphore = Flow.semaphore(1);
                    Scope scope = Flow.scope();
                    semaphore.acquire();
                    var others =
                            Promise.allOf(
                                    List.of(
                                            Flow.async(in(scope, () -> semaphore.with(() -> "a"))),
                                            Flow.async(() -> semaphore.with(() -> "b"))));
                    Flow.yield();
                    Flow.yield();
                    semaphore.release();
                    scope.cancel("enough");
                    return others.get().toString() + semaphore.free();
                })
                .start()
                .expect(complete(1, "[a, b]1"));
    }

    // ---- Channel ----

    @Test
    void a_channel_hands_values_over_in_order() {
        var got = new ArrayList<String>();
        doing(
                        () -> {
                            Channel<String> channel = Flow.channel(2);
                            Flow.parallel(
                                    () -> {
                                        for (int i = 0; i < 6; i++) {
                                            channel.send("v" + i);
                                        }
                                        channel.close();
                                        return "";
                                    },
                                    () -> {
                                        for (var next = channel.receive();
                                                next.isPresent();
                                                next = channel.receive()) {
                                            got.add(next.get());
                                        }
                                        return "";
                                    });
                        })
                .start()
                .expect(complete(1));
        assertThat(got).startsWith("v0", "v1", "v2", "v3", "v4", "v5");
    }

    @Test
    void at_a_channel_without_room_sender_and_receiver_meet() {
        var order = new ArrayList<String>();
        doing(
                        () -> {
                            Channel<String> channel = Flow.channel(0);
                            Flow.parallel(
                                    () -> {
                                        channel.send("x");
                                        return order.add("sent");
                                    },
                                    () -> {
                                        Flow.yield();
                                        return order.add("received " + channel.receive().get());
                                    });
                        })
                .start()
                .expect(complete(1));
        assertThat(order).startsWith("received x", "sent");
    }

    @Test
    void senders_and_receivers_are_served_in_the_order_of_asking() {
        play(() -> {
                    Channel<String> channel = Flow.channel(1);
                    var got =
                            Flow.parallel(
                                    () -> sent(channel, "a"),
                                    () -> sent(channel, "b"),
                                    () -> sent(channel, "c"),
                                    () -> channel.receive().get(),
                                    () -> channel.receive().get(),
                                    () -> channel.receive().get());
                    return got.toString() + channel.size();
                })
                .start()
                .expect(complete(1, "[, , , a, b, c]0"));
    }

    private static String sent(Channel<String> channel, String value) {
        channel.send(value);
        return "";
    }

    @Test
    void a_full_channel_takes_no_offer_and_an_empty_one_gives_nothing() {
        play(() -> {
                    Channel<String> channel = Flow.channel(1);
                    return ""
                            + channel.poll()
                            + channel.offer("x")
                            + channel.offer("y")
                            + channel.size()
                            + channel.poll();
                })
                .start()
                .expect(complete(1, "Optional.emptytruefalse1Optional[x]"));
    }

    @Test
    void a_closed_channel_gives_what_is_in_it_and_then_nothing() {
        play(() -> {
                    Channel<String> channel = Flow.channel(1);
                    channel.send("x");
                    Promise<Void> second =
                            Flow.async(
                                    () -> {
                                        channel.send("y");
                                        return null;
                                    });
                    Flow.yield();
                    Flow.yield();
                    channel.close();
                    second.isDone();
                    return ""
                            + channel.receive()
                            + channel.receive()
                            + channel.receive()
                            + refusal(() -> channel.send("z"));
                })
                .start()
                .expect(complete(1, "Optional[x]Optional[y]Optional.emptythe channel is closed"));
    }

    @Test
    void closing_a_channel_wakes_those_who_wait() {
        play(() -> {
                    Channel<String> channel = Flow.channel(0);
                    Promise<Optional<String>> waiting = Flow.async(channel::receive);
                    Flow.yield();
                    Flow.yield();
                    channel.close();
                    return waiting.get().toString();
                })
                .start()
                .expect(complete(1, "Optional.empty"));
    }

    @Test
    void a_value_is_not_handed_to_who_was_cancelled_but_to_the_next_who_waits() {
        play(() -> {
                    Channel<String> channel = Flow.channel(1);
                    Scope scope = Flow.scope();
                    var receivers =
                            Promise.allOf(
                                    List.of(
                                            Flow.async(in(scope, channel::receive)),
                                            Flow.async(
                                                    () ->
                                                            channel.receive().get()
                                                                    + channel.receive().get())));
                    Flow.yield();
                    Flow.yield();
                    scope.cancel("enough");
                    channel.send("x");
                    channel.send("y");
                    return receivers.get().toString();
                })
                .start()
                .expect(complete(1, "[cancelled, xy]"));
    }

    @Test
    void the_value_of_a_sender_who_was_cancelled_is_not_received() {
        play(() -> {
                    Channel<String> channel = Flow.channel(0);
                    Scope scope = Flow.scope();
                    Promise<String> cancelled = Flow.async(in(scope, () -> sent(channel, "x")));
                    Promise<String> second = Flow.async(() -> sent(channel, "y"));
                    Flow.yield();
                    Flow.yield();
                    scope.cancel("enough");
                    return "" + channel.poll() + channel.poll() + cancelled.get() + second.get();
                })
                .start()
                .expect(complete(1, "Optional[y]Optional.emptycancelled"));
    }

    @Test
    void the_room_of_a_channel_is_not_negative() {
        doing(() -> Flow.channel(-1))
                .start()
                .expect(
                        fail(
                                1,
                                IllegalArgumentException.class,
                                "a channel's capacity is not negative: -1"));
    }

    @Test
    void a_channel_feeds_units_over_activations() {
        doing(
                        () -> {
                            Channel<String> channel = Flow.channel(0);
                            Flow.async(
                                    () -> {
                                        while (true) {
                                            call(channel.receive().get());
                                        }
                                    });
                            while (true) {
                                channel.send(Flow.signal("work", String.class));
                            }
                        })
                .start()
                .tell(Commands.signal("work", "A"), Commands.signal("work", "B"))
                .expect(activity(1, "/a0", "A"))
                .evict()
                .resolve(1, "")
                .expect(activity(2, "/a0", "B"));
    }
}
