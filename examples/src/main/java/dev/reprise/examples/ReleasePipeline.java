package dev.reprise.examples;

import static dev.reprise.pattern.Patterns.effect;
import static dev.reprise.pattern.Patterns.task;

import dev.reprise.Payload;
import dev.reprise.RunId;
import dev.reprise.engine.Engine;
import dev.reprise.pattern.Context;
import dev.reprise.pattern.Dag;
import dev.reprise.pattern.Registry;
import dev.reprise.vm.PatternType;
import java.util.List;

/**
 * A release is built by steps that depend on each other: a directed acyclic graph.
 *
 * <pre>
 *            ┌─► test ────┐
 * checkout ──┤            ├─► publish ──► summary (in any case) ──► announce
 *            └─► package ─┘
 *                one for each system
 * </pre>
 *
 * <p>What depends on nothing that is missing goes at once, side by side. When a step fails, what
 * depends on it is blocked, the others go on, and each step leaves behind how it ended; {@code
 * summary} comes in any case, and tells it. The run fails when a last step did: here that is {@code
 * announce} alone, so a release that was not published is a result, not a failure.
 *
 * <p>What to look at:
 *
 * <ul>
 *   <li>The {@link Dag} is data: it is made a pattern, the pattern a program, and the program is
 *       kept in the store. A run keeps to the program it began with, whatever comes later; there is
 *       nothing to replay by, and nothing to patch.
 *   <li>{@code effect}s are activities, by name. {@code task}s are functions of the context, the
 *       variables of the run: they must be pure.
 *   <li>{@link Dag#map} has one branch for each item of a list that is made while it runs.
 * </ul>
 *
 * <pre>
 * java -cp app/target/reprise.jar examples/src/main/java/dev/reprise/examples/ReleasePipeline.java
 * </pre>
 */
final class ReleasePipeline {
    interface Build {
        String checkout(String tag);

        String test(String sources);

        String bundle(String system);

        String publish(String sources);

        String announce(String text);
    }

    private static final Dag STEPS =
            Dag.EMPTY
                    .step("checkout", effect("Build.checkout", "input", "sources"))
                    .step("test", effect("Build.test", "sources", "tested"), "checkout")
                    .map(
                            "package",
                            "systems",
                            "system",
                            effect("Build.bundle", "system", "bundle"),
                            "checkout")
                    .step(
                            "publish",
                            effect("Build.publish", "sources", "published"),
                            "test",
                            "package")
                    .step("summary", task("sumUp"), Dag.Rule.ALL_DONE, "publish")
                    .step("announce", effect("Build.announce", "text", "result"), "summary");

    static final PatternType TYPE =
            PatternType.of(
                    "release",
                    STEPS.toPattern(),
                    Registry.NONE
                            .list("systems", _ -> texts("linux", "macos", "windows"))
                            .task("sumUp", ReleasePipeline::summedUp));

    private ReleasePipeline() {}

    private static List<Payload> texts(String... values) {
        return List.of(values).stream().map(Payload::text).toList();
    }

    /** A sentence made of how the steps ended. */
    private static Context summedUp(Context context) {
        String publish = context.text("publish.status");
        return context.with(
                "text",
                context.text("input")
                        + (publish.equals(Dag.SUCCESS)
                                ? " is published"
                                : " is not published: tests are "
                                        + context.text("test.status")
                                        + ", packages are "
                                        + context.text("package.status")));
    }

    /** Builds that take no time. */
    static final class Quick implements Build {
        @Override
        public String checkout(String tag) {
            return "sources of " + tag;
        }

        @Override
        public String test(String sources) {
            return "all green";
        }

        @Override
        public String bundle(String system) {
            return system + ".zip";
        }

        @Override
        public String publish(String sources) {
            return "published";
        }

        @Override
        public String announce(String text) {
            return text;
        }
    }

    /** One release. */
    public static void main(String[] args) {
        try (var engine = Engine.inMemory()) {
            engine.register(TYPE).activities(new Quick());
            var run = engine.client().start(TYPE, new RunId("release-1"), "v1.0", String.class);
            System.out.println(run.result());
        }
    }
}
