package dev.reprise.flow;

/** Where log lines of workflows go when nobody says otherwise: to the logger of their type. */
final class Logs {
    private Logs() {}

    static Trace.Voice of(String workflowType) {
        return (level, message, thrown) -> {
            System.Logger logger = System.getLogger("dev.reprise.flow." + workflowType);
            if (thrown == null) {
                logger.log(level, message);
            } else {
                logger.log(level, message, thrown);
            }
        };
    }
}
