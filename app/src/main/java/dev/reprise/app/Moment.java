package dev.reprise.app;

/**
 * The moment at which a debugger is waited for. Throwing is how it is told to the JVM: started with
 * the right option, that waits at the first of these for a debugger, and stands still until one has
 * said to go on. Without the option nothing happens.
 */
final class Moment {
    private Moment() {}

    /** Nothing but what is looked at happens behind it. */
    @SuppressWarnings("UnusedVariable") // who stands still here wants to see what it is
    static void reached(String what) {
        try {
            throw new Reached();
        } catch (Reached _) {
            // A debugger was here, if one was asked for.
        }
    }

    /** It has no message and no trace: only that it is thrown counts. */
    private static final class Reached extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Reached() {
            super(null, null, false, false);
        }
    }

    /**
     * The option with which a JVM waits there, on this port and only for who is on this machine.
     */
    static String option(int port) {
        // Whoever waits for an exception must have something to launch then: it does nothing.
        String nothing = System.getProperty("os.name").startsWith("Windows") ? "rundll32" : "true";
        return "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=localhost:"
                + port
                + ",onthrow="
                + Reached.class.getName()
                + ",launch="
                + nothing;
    }
}
