package dev.reprise.examples;

import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.soundness.Soundness;
import dev.reprise.vm.PatternType;

/**
 * Three carriers are asked for a quote, and the first that gives one wins: a <i>cancelling
 * discriminator</i>, as the catalogue of workflow patterns calls it.
 *
 * <p>The process is not code but a text, which can come from a file, an editor or a database. The
 * others are withdrawn when the first has answered: their activities are cancelled, and what they
 * still say is dropped. A carrier that fails is out of the race and does not stop it; when all of
 * them are, there is no quote. Then the customer has an hour to accept.
 *
 * <p>What to look at:
 *
 * <ul>
 *   <li>{@code par join 1 cancelling} is the plain discriminator, number 29: whoever arrives first
 *       ends it. Here {@code join when has quote} asks for the first who brings a quote, so nobody
 *       wins the race by failing.
 *   <li>{@link Soundness#refusingUnsound} plays all that can happen before anything runs, and
 *       refuses a pattern that could be blocked for ever, with the trace that leads there.
 *   <li>A signal that comes before the customer is asked is kept, since {@code on} is persistent.
 *   <li>{@code reprise picture FILE} draws such a text, {@code reprise check FILE} checks it.
 * </ul>
 *
 * <pre>
 * java -cp app/target/reprise.jar examples/src/main/java/dev/reprise/examples/FastestQuote.java
 * </pre>
 */
final class FastestQuote {
    interface Carriers {
        String north(String parcel);

        String south(String parcel);

        String west(String parcel);

        String book(String quote);
    }

    static final String TEXT =
            """
            seq {
              par join when has quote cancelling {
                scope recover { effect Carriers.north from input into quote  skip }
                scope recover { effect Carriers.south from input into quote  skip }
                scope recover { effect Carriers.west from input into quote  skip }
              }
              choice {
                when has quote await {
                  on accept effect Carriers.book from quote into result
                  on decline put result "declined"
                  after PT1H put result "too late"
                }
                otherwise put result "no quote"
              }
            }
            """;

    static final PatternType TYPE =
            PatternType.of("quote", Soundness.refusingUnsound(Pattern.parse(TEXT)), Registry.NONE);

    private FastestQuote() {}

    /** Carriers of whom one does not go there, and one is slow. */
    static final class Harbour implements Carriers {
        @Override
        public String north(String parcel) {
            throw ApplicationFailed.fatal("NoWay", "the north is frozen");
        }

        @Override
        public String south(String parcel) {
            return "7 euro by the south";
        }

        @Override
        public String west(String parcel) {
            try {
                Thread.sleep(60_000);
                return "5 euro by the west";
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody wants it any more", e);
            }
        }

        @Override
        public String book(String quote) {
            return "booked for " + quote;
        }
    }

    /** One parcel. */
    public static void main(String[] args) {
        try (var engine = Engine.inMemory()) {
            engine.register(TYPE).activities(new Harbour());
            var run = engine.client().start(TYPE, new RunId("parcel-1"), "tea", String.class);
            run.signal("accept");
            System.out.println(run.result());
        }
    }
}
