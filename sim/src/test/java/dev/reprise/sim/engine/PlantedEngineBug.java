package dev.reprise.sim.engine;

import java.util.List;

/**
 * A bug that is planted in the real source, by replacing a piece of its text, and the oracle that
 * has to be the first to object; where it depends on the seed who is, all that may be.
 *
 * @param from the seed to begin with: a little before one that finds it, where those before take
 *     long and do not
 */
record PlantedEngineBug(String name, String oracle, List<Patch> patches, long from) {
    private static final String RUN = "engine/src/main/java/dev/reprise/engine/run/";
    private static final String POLICY = "core/src/main/java/dev/reprise/policy/";
    private static final String DRIVE = "engine/src/main/java/dev/reprise/engine/drive/";
    private static final String STORE = "engine/src/main/java/dev/reprise/engine/store/";
    private static final String SCHEDULE = "engine/src/main/java/dev/reprise/engine/schedule/";

    /** The first case that is a schedule. */
    private static final long SCHEDULED = 25;

    private static final String SIM = "sim/src/main/java/dev/reprise/sim/engine/";
    private static final String NODE = "sim/src/main/java/dev/reprise/sim/node/";

    /** A text in a file, and what stands there instead. */
    record Patch(String file, String text, String instead) {}

    PlantedEngineBug(String name, String oracle, List<Patch> patches) {
        this(name, oracle, patches, 0);
    }

    private PlantedEngineBug rare(long seed) {
        return new PlantedEngineBug(name, oracle, patches, seed);
    }

    private static PlantedEngineBug in(
            String file, String oracle, String name, String text, String instead) {
        return new PlantedEngineBug(name, oracle, List.of(new Patch(file, text, instead)));
    }

    /** Who may be the first to object, the one it is meant for first. */
    List<String> oracles() {
        return List.of(oracle.split(" or "));
    }

    static List<PlantedEngineBug> all() {
        return List.of(
                in(
                        RUN + "Cell.java",
                        "Acknowledged",
                        "a write for which there was no room is taken for a durable one",
                        "            forgotten();\n            return;\n        }\n        house.outage().failed",
                        "            told(true);\n            return;\n        }\n        house.outage().failed"),
                in(
                                RUN + "Outage.java",
                                "Finish",
                                "what was under way is forgotten when there is room again",
                                "        house.repertoire().keepAll();\n        house.recover();",
                                "        full.set(null);")
                        .rare(3),
                in(
                                RUN + "Outage.java",
                                "Finish or StepLimit",
                                "room is looked for once",
                                "            hindered(e);\n            probeSoon();\n            return;",
                                "            hindered(e);\n            return;")
                        .rare(3),
                in(
                                RUN + "Deletion.java",
                                "Deletions",
                                "a child is deleted before its parent has heard how it ended",
                                "if (parent != null && Bonds.areOpen(",
                                "if (parent != null && house == null && Bonds.areOpen(")
                        .rare(61),
                in(
                                RUN + "Shedding.java",
                                "LegsKept",
                                "one leg less is kept than is wanted",
                                "seam.leg() >= legs ||",
                                "seam.leg() >= legs - 1 ||")
                        .rare(10),
                in(
                                RUN + "Sweep.java",
                                "Deletions",
                                "runs are deleted before they are old enough",
                                "if (until.isAfter(now))",
                                "if (end.isAfter(now))")
                        .rare(6),
                in(
                        RUN + "House.java",
                        "Deletions",
                        "runs that ended before the engine was opened are kept",
                        "        sweep.begin();\n",
                        ""),
                in(
                        RUN + "Deliberation.java",
                        "Acknowledged",
                        "a start or signal is acknowledged before its append is synced",
                        "        agenda.forget();\n        if (next != null) {",
                        """
                                agenda.acks().forEach(Ack::tell);
                                agenda.forget();
                                if (next != null) {"""),
                in(
                                RUN + "Cell.java",
                                "Acknowledged",
                                "a failed write is taken for a durable one",
                                "house.outage().failed(failure);\n        told(false);",
                                "house.outage().failed(failure);\n        told(true);")
                        .rare(3),
                in(
                        RUN + "Deliberation.java",
                        "Dispatched",
                        "an activity is dispatched before its command is appended",
                        "        agenda.forget();\n        if (next != null) {",
                        """
                                outstanding.ready().forEach(it -> deliveries.deliver(outstanding, it));
                                agenda.forget();
                                if (next != null) {"""),
                in(
                        RUN + "House.java",
                        "Finish",
                        "timers are lost on restart",
                        "        timers.begin();\n",
                        ""),
                in(
                        RUN + "Repertoire.java",
                        "Finish",
                        "runs that are stuck are not revived by their code",
                        "if (stuckType.equals(name))",
                        "if (stuckType.isEmpty())"),
                in(
                        RUN + "Roster.java",
                        "Finish",
                        "what was under way is forgotten on restart",
                        "revived++;\n                    revivals.add(head.run());",
                        "revived++;"),
                in(
                        RUN + "Tidings.java",
                        "DeliveredOnce",
                        "an attempt that may be lost is delivered again without a note",
                        "\n                && !deliveries.isLost(seq)) {",
                        ") {"),
                in(
                        POLICY + "Progress.java",
                        "DeliveredOnce",
                        "redeliveries are not counted",
                        "new Progress(attempt, before, redelivery + 1,",
                        "new Progress(attempt, before, redelivery,"),
                in(
                                RUN + "Agenda.java",
                                "Acknowledged",
                                "a run is told that it is terminated before that is durable",
                                "            terminations.add(asked);",
                                "            terminations.add(asked);\n            asked.waiting().complete(true);")
                        .rare(4),
                in(
                                RUN + "Outstanding.java",
                                "Summaries",
                                "what a run waits for outlives its termination",
                                "            ready.clear();\n            endAll();",
                                "            ready.clear();")
                        .rare(9),
                new PlantedEngineBug(
                                "a cancelled activity that comes back ends twice",
                                "Finish",
                                List.of(
                                        new Patch(
                                                RUN + "Agenda.java",
                                                "if (resolved.add(seq))",
                                                "if (seq > 0)"),
                                        new Patch(
                                                RUN + "Deliveries.java",
                                                "            if (ledger.ended(seq) != null) {\n                ended.remove(seq);\n            } else if",
                                                "            if")))
                        .rare(8),
                in(
                        RUN + "Outstanding.java",
                        "DeliveredOnce",
                        "the next attempt does not wait for its time",
                        "        } else if (next.isReady()) {\n            ready",
                        "        }\n        if (!next.isParked()) {\n            ready"),
                in(
                                RUN + "Course.java",
                                "Finish or Acknowledged",
                                "signals are dropped when the run is evicted",
                                "        messages.forEach(this::take);\n",
                                """
                                messages.forEach(this::take);
                                if (hosting.isEvicted() && !agenda.jobs().isEmpty()) {
                                    agenda.jobs().removeIf(it -> it instanceof dev.reprise.history.Job.Signal);
                                }
                        """)
                        .rare(3),
                in(
                        RUN + "Deliberation.java",
                        "Finish or SignalsOnce or Refusals",
                        "a stuck run forgets the signals that it received",
                        "new ArrayList<>(before.received())",
                        "new ArrayList<>()"),
                in(
                        RUN + "Deliberation.java",
                        "SignalsOnce",
                        "a run that was stuck is told twice what it received",
                        "all.addAll(agenda.jobs());",
                        """
                        before.received().stream()
                                .filter(Job.Signal.class::isInstance)
                                .forEach(all::add);
                        all.addAll(agenda.jobs());"""),
                in(
                        RUN + "Standing.java",
                        "Finish or SignalsOnce",
                        "what a stuck run received is told twice",
                        "        } else if (turn != null) {\n            receivedFrom = -1;",
                        "        } else if (turn != null) {"),
                in(
                                STORE + "Group.java",
                                "Fencing",
                                "a stale epoch is accepted",
                                "if (head.isPresent() ? epoch != holder : epoch < holder)",
                                "if (epoch < 0)")
                        .rare(17),
                new PlantedEngineBug(
                                "a stale position is accepted from a stale epoch",
                                "Prefix",
                                List.of(
                                        new Patch(
                                                STORE + "Group.java",
                                                "if (head.isPresent() ? epoch != holder : epoch < holder)",
                                                "if (epoch < 0)"),
                                        new Patch(
                                                STORE + "Group.java",
                                                "return position == recorded",
                                                "return position <= recorded"),
                                        new Patch(
                                                SIM + "Fencing.java",
                                                "head == null || head.epoch() >= claimed",
                                                "head == null || head.epoch() > 0")))
                        .rare(15),
                in(
                        NODE + "LogMedium.java",
                        "Prefix",
                        "a torn tail is accepted",
                        "        disk.cut(whole);\n",
                        "        group.forEach(this::apply);\n"),
                in(
                        RUN + "Summary.java",
                        "Summaries",
                        "the number of attempts is lost on restart",
                        "out.varint(it.attempt());",
                        "out.varint(1);"),
                in(
                        RUN + "Outstanding.java",
                        "Summaries",
                        "a timer that fired stays in the store",
                        "stopped.add(new Timer(due, seq));",
                        ""),
                in(
                        RUN + "Agenda.java",
                        "Timeliness",
                        "timers fire early when a run is loaded",
                        "if (!due.isAfter(now))",
                        "if (!due.isAfter(now.plusSeconds(2)))"),
                in(
                        RUN + "Course.java",
                        "DurableAnswers",
                        "a query is answered from what is not durable",
                        "            next = decide();\n        }\n",
                        """
                                    next = decide();
                                }
                                if (incumbent.known() != null) {
                                    questions.answer(incumbent.standing());
                                }
                        """),
                in(
                                RUN + "Incumbent.java",
                                "Refusals",
                                "a stuck run is taken for one that has ended",
                                "        if (!isGoingOn()) {\n            message.refuse(",
                                """
                                if (!isGoingOn() || (standing != null && standing.status() == Status.STUCK)) {
                                    message.refuse(""")
                        .rare(3),
                in(
                                RUN + "Deliberation.java",
                                "ReplayEqualsRun",
                                "another seed is recorded than was used",
                                "Turn turn = Turn.of(hosting.takeLast(), decided)",
                                "Activation took = hosting.takeLast(); Turn turn = Turn.of(new"
                                        + " Activation(took.now(), 0, before.position(), false,"
                                        + " took.jobs()), decided)")
                        .rare(5),
                in(
                        POLICY + "Attempts.java",
                        "PolicyKept",
                        "there is one retry too many",
                        "round > policy.maxRetries()",
                        "round > policy.maxRetries() + 1"),
                new PlantedEngineBug(
                        "a wait is due after the end, and the attempt begins",
                        "PolicyKept",
                        List.of(
                                new Patch(
                                        POLICY + "Attempts.java",
                                        "        if (!now.isBefore(bound())) {",
                                        "        if (now.equals(Instant.MIN)) {"),
                                new Patch(
                                        RUN + "Delivery.java",
                                        "if (late != null) {",
                                        "if (late != null && begun.equals(Instant.MIN)) {"))),
                in(
                        POLICY + "Attempts.java",
                        "PolicyKept",
                        "a back-off wait goes on beyond the end",
                        "        return due.isBefore(end())\n                ? next(progress.retried",
                        "        return round > 0\n                ? next(progress.retried"),
                in(
                                POLICY + "Delivery.java",
                                "PolicyKept",
                                "what may be delivered once is delivered again",
                                "return !atMostOnce && redeliveries",
                                "return redeliveries")
                        .rare(5),
                in(
                        POLICY + "Delivery.java",
                        "PolicyKept",
                        "there is one redelivery too many",
                        "redeliveries < redeliveriesMax",
                        "redeliveries <= redeliveriesMax"),
                in(
                                POLICY + "Attempts.java",
                                "PolicyKept",
                                "what is to be skipped fails",
                                "ended(new Decision.Skipped(failure))",
                                "ended(new Decision.Failed(failure))")
                        .rare(15),
                in(
                        RUN + "Ledger.java",
                        "PolicyKept",
                        "the rules of now decide about what was asked for before",
                        "        Policy policy = order.dispatch().policy();\n",
                        """
                                Policy policy = house.settings().policies().resolve(
                                        new dev.reprise.policy.Target(order.type(), "activity"),
                                        dev.reprise.policy.Partial.NONE,
                                        dev.reprise.policy.Functions.NONE);
                        """),
                in(
                        RUN + "Flights.java",
                        "PolicyKept or Finish",
                        "nobody watches what is under way",
                        "        watch(delivery);\n",
                        ""),
                in(
                        RUN + "Delivery.java",
                        "PolicyKept or Finish",
                        "what takes too long is interrupted, and its late outcome counts",
                        "if (performance.abandon(failure)) {",
                        "performance.interrupt();\n        if (failure.message().isEmpty()) {"),
                in(
                                RUN + "Deliveries.java",
                                "PolicyKept",
                                "what was cancelled is tried again",
                                "                    errand.cancelled()\n                            ?",
                                "                    errand.seq() < 0\n                            ?")
                        .rare(144),
                in(
                                RUN + "Outstanding.java",
                                "Summaries or DeliveredOnce",
                                "the first attempt does not wait for its time",
                                "&& wait.until().isAfter(order.asked())) {",
                                "&& wait.until().equals(Instant.MIN)) {")
                        .rare(14),
                in(
                                RUN + "Summary.java",
                                "Summaries",
                                "that something waits for a person is forgotten on restart",
                                "(is & PARKED) == 0 ? \"\" : in.text()",
                                "(is & PARKED) == 0 ? \"\" : in.text().substring(0, 0)")
                        .rare(20),
                in(
                                RUN + "Summary.java",
                                "GatesKept",
                                "what a run has spent is forgotten on restart",
                                "out.varint(outstanding.attemptsSpent());",
                                "out.varint(0);")
                        .rare(27),
                in(
                        RUN + "Delivery.java",
                        "GatesKept or Finish or QueuesKept",
                        "the permit of what failed is kept",
                        "if (visit != null) {",
                        "if (visit != null && outcome instanceof Outcome.Completed) {"),
                in(
                                DRIVE + "Gatehouse.java",
                                "Finish",
                                "nobody is called when there is room again",
                                "limited.limiter.ended();\n                next = limited.line",
                                "limited.limiter.ended();\n                next = true ? null : limited.line")
                        .rare(37),
                in(
                                RUN + "Visits.java",
                                "GatesKept or QueuesKept",
                                "gates are not asked",
                                "return !(work instanceof Work.Another)",
                                "return work instanceof Work.Another")
                        .rare(30),
                in(
                                POLICY + "Limiter.java",
                                "GatesKept or QueuesKept",
                                "a rate lets one begin a second too early",
                                "if (nanos < free) {",
                                "if (nanos < free - 1_000_000_000L) {")
                        .rare(30),
                in(
                                RUN + "Deliberation.java",
                                "Dispatched",
                                "what follows a checkpoint begins before that is durable",
                                "if (ending != Ending.CHECKPOINT) {",
                                "if (ending != null) {")
                        .rare(44),
                in(
                                RUN + "Deliveries.java",
                                "Dispatched",
                                "what may be delivered once begins before it is durable",
                                "policy.delivery().atMostOnce() || errand.redeliveries() > 0",
                                "errand.redeliveries() > 0")
                        .rare(5),
                in(
                                RUN + "Deliveries.java",
                                "Dispatched",
                                "a repeated delivery beside the run begins before it is durable",
                                "policy.delivery().atMostOnce() || errand.redeliveries() > 0",
                                "policy.delivery().atMostOnce()")
                        .rare(24),
                new PlantedEngineBug(
                                "a run leaves memory with what it holds back",
                                "ReplayEqualsRun or Finish",
                                List.of(
                                        new Patch(
                                                RUN + "Outbox.java",
                                                "if (held.isEmpty() || mayHold()) {",
                                                "if (true) {"),
                                        new Patch(
                                                RUN + "Outbox.java",
                                                "&& hosting.hasMachine()\n                && !hosting.isEvicted()\n",
                                                "\n")))
                        .rare(22),
                in(
                                RUN + "Errand.java",
                                "DeliveredOnce",
                                "what is outside is started again by the next process",
                                "return !isParked() && !away && (",
                                "return !isParked() && (")
                        .rare(54),
                in(
                        RUN + "Tidings.java",
                        "Acknowledged",
                        "what comes from outside is acknowledged before it is durable",
                        "token, told.outcome())) {\n            agenda.ack(told.waiting(), true);",
                        "token, told.outcome())) {\n            told.waiting().complete(true);"),
                in(
                                RUN + "Records.java",
                                "DeliveredOnce",
                                "of two notes about an attempt the first is taken for the last",
                                ".attempts().reversed()",
                                ".attempts()")
                        .rare(205),
                in(
                                RUN + "Outstanding.java",
                                "Summaries",
                                "a timer is stopped that is set for the same time",
                                "            stopped.remove(then);\n",
                                "")
                        .rare(168),
                in(
                        RUN + "Relay.java",
                        "HandedOn",
                        "a run that continues leaves behind what nobody has taken",
                        "command, hosting.unconsumed(), now)",
                        "command, List.of(), now)"),
                in(
                        RUN + "Relay.java",
                        "HandedOn",
                        "a run that is tried again leaves behind what nobody has taken",
                        ": again.telling(untaken(before, last));",
                        ": again;"),
                in(
                                RUN + "Relay.java",
                                "HandedOn",
                                "what nobody had taken when its time was over is lost",
                                "List<Job> kept = hosting.unconsumed(before);",
                                "List<Job> kept = List.of();")
                        .rare(139),
                in(
                                RUN + "Relay.java",
                                "HandedOn",
                                "what a stuck run has kept is lost when its time is over",
                                "before.received().forEach(it -> addMessage(untaken, it));",
                                "")
                        .rare(380),
                in(
                        RUN + "Relay.java",
                        "HandedOn",
                        "a run that was asked to cancel is tried again",
                        "again == null || before.wasCancelled(last)",
                        "again == null"),
                in(
                                RUN + "Outstanding.java",
                                "Summaries",
                                "the time for all legs begins anew with each of them",
                                "return anew == null && info.until().isPresent()",
                                "return anew != null && info.until().isPresent()")
                        .rare(18),
                in(
                                RUN + "Standing.java",
                                "Summaries or Timeliness",
                                "the time for all legs counts from when a leg was asked for",
                                "return Outstanding.end(info, turn.activation().now(), anew);",
                                "return Outstanding.end(info, started, anew);")
                        .rare(18),
                in(
                                RUN + "Watchers.java",
                                "Finish",
                                "a parent is not told that its child has ended",
                                "                tell(over.parent(), outcome);\n",
                                "")
                        .rare(12),
                in(
                                RUN + "Outstanding.java",
                                "Finish",
                                "a child is forgotten when its parent ends",
                                "hail(bond.asClosing());",
                                "bonds.remove(bond.id());")
                        .rare(7),
                in(
                                RUN + "Course.java",
                                "Finish",
                                "what was sent to other runs is not sent again on restart",
                                "                agenda.bonds().loaded(found.outstanding());\n",
                                "")
                        .rare(7),
                in(
                                RUN + "Watchers.java",
                                "Finish",
                                "a child that has ended does not say so again",
                                "if (known.status().isEnd() && isDurable) {",
                                "if (!isDurable) {")
                        .rare(12),
                in(
                                RUN + "Roster.java",
                                "Finish",
                                "what a run that has ended owes to others is forgotten on restart",
                                "takenUp.add(head.run());\n                        revivals.add(head.run());",
                                "")
                        .rare(7),
                in(
                        RUN + "Requests.java",
                        "SignalsOnce",
                        "a request is known only to the process that has heard it",
                        "position(key).isPresent() ? Seen.DONE",
                        "row.isEmpty() ? Seen.DONE"),
                in(
                        RUN + "Outbox.java",
                        "SignalsOnce",
                        "requests are not written down",
                        "carriedOut.isEmpty() ? whole",
                        "carriedOut != null ? whole"),
                in(
                                RUN + "Agenda.java",
                                "SignalsOnce or Acknowledged",
                                "an update is not known by its id",
                                "                requests.add(RequestKey.update(id));\n",
                                "")
                        .rare(25),
                in(
                                RUN + "Agenda.java",
                                "Acknowledged",
                                "an update is answered before it is durable",
                                "say(updates.news(decided));",
                                "updates.news(decided).forEach(Runnable::run);")
                        .rare(5),
                in(
                        RUN + "Deliberation.java",
                        "Timeliness",
                        "a start that is delayed is not",
                        "|| known.outstanding().legTimer() == null",
                        "|| !agenda.isLegDue()"),
                in(
                                RUN + "Deliberation.java",
                                "Finish",
                                "a run that waits for its code to begin is taken for one that is late",
                                "&& incumbent.standing().outstanding().isBegun();",
                                "&& !incumbent.standing().isAboutToBegin();")
                        .rare(5),
                in(
                                RUN + "Succession.java",
                                "Finish",
                                "a run is tried once less than it may be",
                                "attempt >= retry.attemptsMax()",
                                "attempt + 1 >= retry.attemptsMax()")
                        .rare(17),
                in(
                                RUN + "Summary.java",
                                "Finish",
                                "a leg that was told to begin does not when its process dies",
                                "|| outstanding.legTimer() == null",
                                "")
                        .rare(3),
                in(
                        RUN + "Relay.java",
                        "Summaries",
                        "a run that is taken back keeps the timers that it has set since",
                        "List<Timer> over = new ArrayList<>(stopped);",
                        "List<Timer> over = new ArrayList<>();"),
                in(
                        RUN + "Succession.java",
                        "TakenBack",
                        "a run that is taken back is not told again",
                        "asked.signals() ? excerpt.messages() : List.of()",
                        "asked.signals() ? List.of() : excerpt.messages()"),
                in(
                                RUN + "Excerpt.java",
                                "TakenBack",
                                "a run is taken back to one turn before",
                                "var reading = new Reading(run, turns);",
                                "var reading = new Reading(run, Math.max(0, turns - 1));")
                        .rare(2),
                in(
                        RUN + "Relay.java",
                        "TakenBack",
                        "a fork goes on from a later moment",
                        "fork.from(), other, fork.turns());",
                        "fork.from(), other, fork.turns() + 1);"),
                in(
                                RUN + "Relay.java",
                                "Refusals",
                                "a fork is not known by its request",
                                "        requests.add(request);\n",
                                "")
                        .rare(8),
                in(
                        RUN + "Delivery.java",
                        "DeliveredOnce or Dispatched",
                        "what a run has forgotten begins when it is taken back",
                        "        givenUp = true;\n",
                        ""),
                in(
                        RUN + "Course.java",
                        "Finish",
                        "what a run waited for is not waited for again when it is taken back",
                        "deliveries.loaded(known.outstanding(), house.around().clock().instant());",
                        ""),
                in(
                                SCHEDULE + "ScheduleRun.java",
                                "SchedulesKept",
                                "the next leg of a schedule starts again what is running",
                                "toDo.addAll(rota.orders());",
                                """
                                past.state().running().forEach(
                                        it -> toDo.add(new Order.Start(it.firing())));""")
                        .rare(SCHEDULED),
                new PlantedEngineBug(
                                "what a schedule has decided and not done is lost when it continues",
                                "SchedulesKept or Finish",
                                List.of(
                                        new Patch(
                                                SCHEDULE + "ScheduleRun.java",
                                                "            carryOut();\n            if (deleted)",
                                                """
                                                            if (acts >= actsMax && !deleted) {
                                                                return Flow.continueAsNew(charge());
                                                            }
                                                            carryOut();
                                                            if (deleted)"""),
                                        new Patch(
                                                SCHEDULE + "ScheduleRun.java",
                                                "            toDo.addAll(rota.orders());\n",
                                                "")))
                        .rare(SCHEDULED),
                in(
                                SCHEDULE + "ScheduleRun.java",
                                "SchedulesKept",
                                "a schedule that continues as new forgets that it is paused",
                                "created(), rota().state(), List.copyOf(recent)",
                                "created(), rota().unpause(Flow.now()).rota().state(),"
                                        + " List.copyOf(recent)")
                        .rare(SCHEDULED + 150),
                in(
                                SCHEDULE + "ScheduleRun.java",
                                "SchedulesKept",
                                "a backfill that is stopped goes on",
                                "rota().stopBackfill(now, Long.parseLong(number))",
                                "rota().tick(now.minusSeconds(number.length()))")
                        .rare(4_875),
                in(
                        DRIVE + "Gatehouse.java",
                        "QueuesKept or Finish",
                        "an attempt that fails or takes too long keeps its place in the queue",
                        "        inside.decrement();\n        TaskQueue queue = visit.queue;\n        if (queue != null) {",
                        """
                                inside.decrement();
                                TaskQueue queue = visit.queue;
                                if (queue != null && outcome.orElseThrow() instanceof Outcome.Completed) {"""),
                in(
                                DRIVE + "Gatehouse.java",
                                "QueuesKept or Finish",
                                "who is cancelled or too late in the line stays in it",
                                "Instant now) {\n        TaskQueue queue = visit.queue;\n        if (queue != null) {\n            queue.leave(visit, false, now);\n        }\n        leaveLine",
                                "Instant now) {\n        leaveLine")
                        .rare(3),
                in(
                                POLICY + "Line.java",
                                "QueuesKept",
                                "keys do not take turns",
                                "                            .thenComparingLong(it -> it.tag)\n",
                                "")
                        .rare(23),
                in(
                                POLICY + "Line.java",
                                "QueuesKept",
                                "priorities are taken for their opposite",
                                "(Flow<T> it) -> -it.priority)",
                                "(Flow<T> it) -> it.priority)")
                        .rare(23),
                in(
                                DRIVE + "TaskQueue.java",
                                "QueuesKept or Finish",
                                "nobody is called when a queue is resumed",
                                "            line.pause(value);\n            advance(null, now, calls);\n",
                                "            line.pause(value);\n")
                        .rare(15),
                in(
                                DRIVE + "TaskQueue.java",
                                "QueuesKept",
                                "a rate counts who is called, not who starts",
                                "if (isRated() && !asks) {",
                                "if (isRated() && line.limits().concurrencyMax() == 0) {")
                        .rare(53),
                in(
                                POLICY + "Line.java",
                                "QueuesKept",
                                "a queue lets one more in",
                                "new Limits(\"\", limits.concurrencyMax(), limits.rate())",
                                "new Limits(\"\", limits.concurrencyMax() + 1, limits.rate())")
                        .rare(23),
                in(
                                DRIVE + "TaskQueue.java",
                                "QueuesKept or Finish",
                                "a start that waits for room is not called",
                                "calls.add(first.getValue());",
                                "")
                        .rare(42),
                in(
                                POLICY + "Line.java",
                                "QueuesKept",
                                "a queue lets in one more of a key",
                                "key.running >= limits.perKeyMax();",
                                "key.running > limits.perKeyMax();")
                        .rare(54),
                in(
                                RUN + "Standstill.java",
                                "QueuesKept",
                                "a queue that was paused is not when the engine is opened again",
                                "            paused.forEach(it -> pause(it, true));\n",
                                "")
                        .rare(15),
                in(
                                RUN + "Timers.java",
                                "Finish",
                                "when all timers that are held have rung nobody looks for more",
                                "    private void arm() {\n        if (window.isEmpty()",
                                "    private void arm() {\n        if (window.isEmpty() && false")
                        .rare(15),
                new PlantedEngineBug(
                                "a timer that is rung twice ends the wait for a rate",
                                "GatesKept",
                                List.of(
                                        new Patch(
                                                RUN + "Deliveries.java",
                                                "if (!wait.onCall() && earliest.equals(looked)",
                                                "if (looked == null && earliest.equals(looked)"),
                                        // Gates are asked for the moment of the wait, not for now.
                                        new Patch(
                                                RUN + "Visits.java",
                                                "Instant asked = house.steady().now();",
                                                "Instant asked = now;")))
                        .rare(825),
                new PlantedEngineBug(
                        "a queue that is paused lets some through",
                        "QueuesKept",
                        List.of(
                                new Patch(
                                        POLICY + "Line.java",
                                        "if (paused || ready.isEmpty()) {",
                                        "if (ready.isEmpty()) {"),
                                new Patch(
                                        POLICY + "Line.java",
                                        "return paused || ready.isEmpty()\n",
                                        "return ready.isEmpty()\n"))));
    }
}
