package dev.reprise.flow.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where classes come from, and how far the guard follows them. The classes are compiled here. */
class GuardExtentTest {
    private static final String ORDER =
            """
            package com.acme.orders;
            public class Order {
                public long run() {
                    return com.acme.prices.Price.now() + org.other.Clock.now();
                }
            }
            """;
    private static final String PRICE =
            """
            package com.acme.prices;
            public class Price {
                public static long now() { return System.nanoTime(); }
            }
            """;
    private static final String CLOCK =
            """
            package org.other;
            public class Clock {
                public static long now() { return System.currentTimeMillis(); }
            }
            """;

    @TempDir Path folder;
    private final List<URLClassLoader> loaders = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (var loader : loaders) {
            loader.close();
        }
    }

    @Test
    void code_from_the_same_jar_is_followed() throws Exception {
        var classes = compiled(ORDER, PRICE, CLOCK);
        var workflow = load("com.acme.orders.Order", jar("all.jar", classes));

        assertThat(calls(workflow, Extent.HOME))
                .containsExactly("System.nanoTime()", "System.currentTimeMillis()");
    }

    @Test
    void code_from_another_jar_is_not_followed() throws Exception {
        assertThat(calls(load("com.acme.orders.Order", threeJars()), Extent.HOME)).isEmpty();
    }

    @Test
    void code_from_another_jar_is_followed_when_its_package_is_named() throws Exception {
        assertThat(calls(load("com.acme.orders.Order", threeJars()), Extent.HOME.with("com.acme")))
                .containsExactly("System.nanoTime()");
    }

    @Test
    void in_a_jar_with_foreign_code_only_the_named_packages_are_followed() throws Exception {
        var jar = jar("all.jar", compiled(ORDER, PRICE, CLOCK));

        assertThat(calls(load("com.acme.orders.Order", jar), Extent.only("com.acme")))
                .containsExactly("System.nanoTime()");
        assertThat(calls(load("com.acme.orders.Order", jar), Extent.only("com.ac"))).isEmpty();
    }

    @Test
    void in_one_jar_with_reprise_only_the_package_of_our_own_example_is_followed()
            throws Exception {
        var example =
                """
                package dev.reprise.example;
                public class Shop {
                    long run() {
                        return dev.reprise.example.part.Till.now() + dev.reprise.inside.Engine.now();
                    }
                }
                """;
        var classes =
                compiled(
                        example,
                        PRICE.replace("com.acme.prices", "dev.reprise.example.part")
                                .replace("Price", "Till"),
                        CLOCK.replace("org.other", "dev.reprise.inside")
                                .replace("Clock", "Engine"));

        assertThat(calls(load("dev.reprise.example.Shop", jar("shaded.jar", classes)), Extent.HOME))
                .containsExactly("System.nanoTime()");
    }

    @Test
    void a_package_without_a_name_is_refused() {
        assertThatThrownBy(() -> Extent.only(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an extent cannot hold a package without a name");
    }

    @Test
    void a_jar_can_be_deleted_after_its_scan_and_its_class_remains_found() throws Exception {
        var jar = jar("all.jar", compiled(ORDER, PRICE, CLOCK));
        var workflow = load("com.acme.orders.Order", jar);

        assertThat(Guard.scan(workflow)).isEqualTo(Guard.scan(workflow)).hasSize(2);
    }

    @Test
    void databases_and_web_and_loggers_and_management_are_the_world() throws Exception {
        var workflow =
                load(
                        "com.acme.World",
                        jar(
                                "world.jar",
                                compiled(
                                        """
                                        package com.acme;
                                        public class World {
                                            Object database(java.sql.Connection c) throws Exception {
                                                return c.prepareStatement("select 1");
                                            }
                                            Object source(javax.sql.DataSource s) throws Exception {
                                                return s.getConnection();
                                            }
                                            Object web() {
                                                return java.net.http.HttpClient.newHttpClient();
                                            }
                                            Object request(java.net.URI uri) {
                                                return java.net.http.HttpRequest.newBuilder(uri).build();
                                            }
                                            Object value(long time) {
                                                return new java.sql.Timestamp(time);
                                            }
                                            void log() {
                                                java.util.logging.Logger.getGlobal();
                                            }
                                            Object memory() {
                                                return java.lang.management.ManagementFactory.getMemoryMXBean();
                                            }
                                        }
                                        """)));

        assertThat(Guard.scan(workflow))
                .extracting(it -> it.rule() + " " + it.call())
                .containsExactly(
                        "IO Connection.prepareStatement(String)",
                        "IO DataSource.getConnection()",
                        "IO HttpClient.newHttpClient()",
                        "IO Logger.getGlobal()",
                        "ENVIRONMENT ManagementFactory.getMemoryMXBean()");
    }

    @Test
    void a_hidden_class_is_refused_with_advice() throws Exception {
        var name = ClassDesc.of(GuardExtentTest.class.getPackageName(), "Secret");
        var bytes = ClassFile.of().build(name, _ -> {});
        var hidden = MethodHandles.lookup().defineHiddenClass(bytes, false).lookupClass();

        assertThatThrownBy(() -> Guard.scan(hidden))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Secret")
                .hasMessageContaining("give the workflow a class of its own");
    }

    @Test
    void a_lambda_is_refused_with_advice() {
        Runnable workflow = () -> {};

        assertThatThrownBy(() -> Guard.check(workflow.getClass(), Strictness.WARN, _ -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is a lambda or another class without a class file");
    }

    @Test
    void a_class_whose_file_is_gone_is_refused_with_advice() throws Exception {
        var bytes = compiled("package com.acme; public class Gone {}").get("com/acme/Gone.class");
        var workflow =
                new ClassLoader() {
                    Class<?> define() {
                        return defineClass("com.acme.Gone", bytes, 0, bytes.length);
                    }
                }.define();

        assertThatThrownBy(() -> Guard.scan(workflow))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The class file of com.acme.Gone cannot be read");
    }

    @Test
    void arrays_and_primitives_are_refused() {
        assertThatThrownBy(() -> Guard.scan(int[].class)).hasMessageContaining("[I is not a class");
        assertThatThrownBy(() -> Guard.scan(long.class))
                .hasMessageContaining("long is not a class");
    }

    @Test
    void code_that_contradicts_itself_is_a_finding() throws Exception {
        var none = MethodTypeDesc.of(ConstantDescs.CD_void);
        var broken =
                ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS)
                        .build(
                                ClassDesc.of("com.acme.prices.Price"),
                                type ->
                                        type.withVersion(49, 0)
                                                .withMethodBody(
                                                        "now",
                                                        MethodTypeDesc.of(ConstantDescs.CD_long),
                                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                                        code ->
                                                                code.iconst_0()
                                                                        .ifThen(_ -> {})
                                                                        .invokestatic(
                                                                                ClassDesc.of("X"),
                                                                                "x",
                                                                                none)
                                                                        .lreturn()));
        var classes = compiled(ORDER, PRICE, CLOCK);
        classes.put("com/acme/prices/Price.class", broken);
        var workflow = load("com.acme.orders.Order", jar("broken.jar", classes));

        assertThat(calls(workflow, Extent.only("com.acme")))
                .containsExactly("a method that cannot be read");
    }

    @Test
    void a_damaged_class_file_is_as_good_as_none() throws Exception {
        var classes = compiled(ORDER, PRICE, CLOCK);
        classes.put("com/acme/prices/Price.class", new byte[] {1, 2, 3});
        var workflow = load("com.acme.orders.Order", jar("damaged.jar", classes));

        assertThat(calls(workflow, Extent.only("com.acme"))).isEmpty();
    }

    @Test
    void a_class_without_debug_information_has_findings_without_lines() throws Exception {
        var workflow = load("com.acme.prices.Price", jar("bare.jar", compiled("-g:none", PRICE)));
        var called = load("com.acme.Bare", jar("bare2.jar", compiled("-g:none", BARE)));

        assertThat(Guard.scan(workflow)).isEmpty();
        assertThat(Guard.scan(called))
                .extracting(it -> it.at().toString())
                .containsExactly("Bare.run(unknown source)");
    }

    private static final String BARE =
            "package com.acme; public class Bare { long run() { return System.nanoTime(); } }";

    private static List<String> calls(Class<?> workflow, Extent extent) {
        return Guard.scan(workflow, extent).stream().map(Finding::call).toList();
    }

    private Path[] threeJars() throws IOException {
        var classes = compiled(ORDER, PRICE, CLOCK);
        var paths = new ArrayList<Path>();
        for (var entry : classes.entrySet()) {
            paths.add(jar(paths.size() + ".jar", Map.of(entry.getKey(), entry.getValue())));
        }
        return paths.toArray(Path[]::new);
    }

    private Map<String, byte[]> compiled(String... sources) throws IOException {
        var output = Files.createTempDirectory(folder, "classes");
        var arguments = new ArrayList<>(List.of("-d", output.toString(), "-proc:none"));
        for (var source : sources) {
            if (source.startsWith("-")) {
                arguments.add(source);
                continue;
            }
            var name = source.replaceAll("(?s).*?public class (\\w+).*", "$1");
            var file = Files.createTempDirectory(folder, "source").resolve(name + ".java");
            arguments.add(Files.writeString(file, source).toString());
        }
        int code =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(System.out, System.err, arguments.toArray(String[]::new));
        assertThat(code).isZero();
        return read(output);
    }

    private static Map<String, byte[]> read(Path output) throws IOException {
        var classes = new TreeMap<String, byte[]>();
        try (var files = Files.walk(output)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var name = output.relativize(file).toString().replace('\\', '/');
                classes.put(name, Files.readAllBytes(file));
            }
        }
        return classes;
    }

    private Path jar(String name, Map<String, byte[]> classes) throws IOException {
        var path = folder.resolve(name);
        try (var jar = new JarOutputStream(Files.newOutputStream(path))) {
            for (var entry : classes.entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue());
            }
        }
        return path;
    }

    private Class<?> load(String name, Path... jars) throws Exception {
        var urls = new ArrayList<URL>();
        for (var jar : jars) {
            urls.add(jar.toUri().toURL());
        }
        var loader = new URLClassLoader(urls.toArray(URL[]::new), null);
        loaders.add(loader);
        return loader.loadClass(name);
    }
}
