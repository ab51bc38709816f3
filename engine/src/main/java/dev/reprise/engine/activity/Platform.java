package dev.reprise.engine.activity;

/** Tells the classes of the JDK from those of users. */
final class Platform {
    private Platform() {}

    static boolean holds(Class<?> type) {
        String module = type.getModule().getName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }
}
