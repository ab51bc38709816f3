package dev.reprise.flow;

/** Takes the root unit out of its code once it has said that the run continues as another. */
final class ContinuedAsNew extends Error {
    private static final long serialVersionUID = 1L;

    ContinuedAsNew() {
        super("this run continues as new: let this pass", null, false, false);
    }
}
