package dev.reprise.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody's own test class, explored from the command line. */
@Timeout(120)
class ExploreTestClassTest {
    private static final String TEST =
            """
            package shop;

            import dev.reprise.flow.*;
            import dev.reprise.sim.explore.*;
            import java.util.ArrayList;
            import java.util.List;

            class OrderTest {
                interface Bank { String charge(String order); }

                static class Order implements Workflow<String, String> {
                    public String run(String order) {
                        return Flow.activity(Bank.class).charge(order);
                    }
                }

                @Explore(schedules = 200)
                void charged_once(Exploration it) {
                    List<String> charges = new ArrayList<>();
                    it.workflow(Order.class).activities((Bank) order -> {
                        charges.add(order);
                        return "paid";
                    });
                    it.start(Order.class, "order-1", "tea");
                    it.always("nobody is charged twice", () -> charges.size() <= 1);
                }

                class Inner {
                    @Explore(schedules = 30, faults = Fault.EVICT)
                    private void ends(Exploration it) {
                        it.workflow(Order.class).activities((Bank) _ -> "paid");
                        it.start(Order.class, "order-1", "tea");
                    }
                }

                void no_test() {}
            }
            """;

    private static final Pattern AGAIN = Pattern.compile("again {2}reprise (.*)\n");

    private final Session session = new Session();

    @TempDir private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("OrderTest.java"), text);
    }

    private int explore(Object... words) {
        var all = new ArrayList<Object>(List.of("explore"));
        all.addAll(List.of(words));
        all.addAll(List.of("--out", folder.resolve("out")));
        return session.run(all.toArray());
    }

    @Test
    void every_method_is_explored_and_what_fails_is_told_kept_and_drawn() throws IOException {
        Path picture = folder.resolve("story.svg");
        assertThat(explore(file(TEST), "--picture", picture)).isEqualTo(1);
        assertThat(session.out())
                .containsPattern(
                        "passed {2}OrderTest.Inner.ends: 30 orders, by PORTFOLIO, \\d+ orders/s;"
                                + " met evict \\d+\n")
                .containsPattern(
                        "failed {2}OrderTest.charged_once: nobody is charged twice: that does not"
                                + " hold. \\(order \\d+ of 200, made small in \\d+ tries\\)\n")
                .contains("at OrderTest$Order.run(OrderTest.java:13)", "process 2 begins")
                .contains("page   " + folder.resolve("out/OrderTest.charged_once.html"))
                .endsWith("1 of 2 failed.\n");
        assertThat(folder.resolve("out/OrderTest.charged_once.html")).content().contains("<svg");
        assertThat(folder.resolve("out/OrderTest.charged_once.json")).isNotEmptyFile();
        assertThat(picture).content().contains("</svg>");
    }

    @Test
    void an_annotation_that_has_explore_says_it_for_many() throws IOException {
        String often =
                TEST.replace("@Explore(schedules = 30, faults = Fault.EVICT)", "@Often")
                        .replace(
                                "interface Bank",
                                """
                                @java.lang.annotation.Retention(
                                        java.lang.annotation.RetentionPolicy.RUNTIME)
                                @Explore(schedules = 40, faults = Fault.EVICT)
                                @interface Often {}

                                interface Bank""");
        explore(file(often));
        assertThat(session.out())
                .containsPattern("passed {2}OrderTest.Inner.ends: 40 orders, .*; met evict \\d+\n");
    }

    @Test
    void the_example_finds_the_story_that_the_readme_shows() throws IOException {
        Path root = Path.of("").toAbsolutePath().getParent();
        Path picture = folder.resolve("story.svg");
        assertThat(explore(root.resolve("examples/explore/OrderTest.java"), "--picture", picture))
                .isEqualTo(1);
        // To renew it: ./reprise explore examples/explore/OrderTest.java --picture FILE
        assertThat(picture)
                .hasSameTextualContentAs(root.resolve("docs/pictures/double-charge.svg"));
        String page = Files.readString(root.resolve("docs/explore.md"));
        session.out()
                .lines()
                .filter(line -> line.matches(" {2,3}\\d+ {2}.*"))
                .forEach(line -> assertThat(page).contains(line));
    }

    @Test
    void the_line_behind_again_shows_it_again() throws IOException {
        Path file = file(TEST);
        explore(file);
        var again = AGAIN.matcher(session.out());
        assertThat(again.find()).isTrue();
        String[] words = again.group(1).split(" ");
        assertThat(words).startsWith("explore", file.toString(), "--again");

        assertThat(explore((Object[]) Arrays.copyOfRange(words, 1, words.length))).isEqualTo(1);
        assertThat(session.out())
                .startsWith("failed  OrderTest.charged_once: nobody is charged twice: that")
                .contains("process 2 begins")
                .doesNotContain("Inner", "(order");
        assertThat(explore(file, "--again", "ends:/")).isZero();
        assertThat(session.out())
                .isEqualTo("passed  OrderTest.Inner.ends: nothing goes wrong in that order\n");
    }

    @Test
    void a_class_is_found_in_its_code_and_in_what_it_needs() throws IOException {
        Path code = SourceFile.compiled(file(TEST), List.of());
        Path needed = Files.createDirectories(folder.resolve("needed/shop"));
        for (String name : List.of("OrderTest$Bank.class", "OrderTest$Order.class")) {
            Files.move(code.resolve("shop").resolve(name), needed.resolve(name));
        }
        Path both = folder.resolve("needed");
        String path = code + File.pathSeparator + both;

        assertThat(explore("shop.OrderTest", "--code", path)).as(session.err()).isEqualTo(1);
        assertThat(session.out()).contains("again  reprise explore shop.OrderTest --code " + path);
        assertThat(explore("shop.OrderTest$Inner", "--code", code, "--code", both)).isZero();
        assertThat(explore("shop.OrderTest.Inner", "--code", path)).isZero();
        assertThat(session.out()).startsWith("passed  OrderTest.Inner.ends");

        assertThat(explore("OrderTest", "--code", path)).isEqualTo(2);
        assertThat(session.err()).contains("no class OrderTest in", "mean 'shop.OrderTest'?");
        assertThat(explore("shop.OrderTest.Bank", "--code", path)).isEqualTo(2);
        assertThat(session.err()).contains("shop.OrderTest.Bank has no method with @dev.reprise.");
        assertThat(explore("--code", path)).isEqualTo(2);
        assertThat(session.err()).startsWith("Name a class in --code");
    }

    @Test
    void what_a_test_says_can_be_overridden() throws IOException {
        Path file = file(TEST);
        assertThat(explore(file, "--schedules", 1)).isZero(); // the first order is calm
        assertThat(session.out())
                .contains("1 orders, by PORTFOLIO")
                .endsWith("None of 2 failed.\n");
        assertThat(explore(file, "--strategy", "exhaustive", "--seed", 7, "--json")).isEqualTo(1);
        assertThat(session.out())
                .contains("\"strategy\":\"exhaustive\",\"seed\":7")
                .contains("\"exhausted\":true");
    }

    @Test
    void for_programs_the_answer_is_one_json_object() throws IOException {
        Path file = file(TEST);
        assertThat(explore(file, "--json")).isEqualTo(1);
        assertThat(session.json()).containsOnlyKeys("tests", "failed");
        assertThat(session.out())
                .contains("\"test\":\"OrderTest.Inner.ends\",\"passed\":true")
                .contains("\"test\":\"OrderTest.charged_once\",\"passed\":false")
                .contains("\"kind\":\"broken\"", "\"schedule\":\"crash@", "\"met\":{\"crash\":")
                .contains("\"again\":\"reprise explore " + file + " --again OrderTest.charged")
                .contains("\"failed\":1");
    }

    @Test
    void what_cannot_be_explored_is_refused_with_what_would_be_right() throws IOException {
        refused(
                "one parameter, a dev.reprise.sim",
                TEST.replace("void no_test", "@Explore void no_test"));
        refused(
                "(Exploration, String) cannot be",
                TEST.replace("void no_test()", "@Explore void no_test(Exploration it, String s)"));
        refused("OrderTest.java does not compile", TEST.replace("void no_test", "viod no_test"));
        refused(
                "has no constructor without",
                TEST.replace("class Inner {", "class Inner { Inner(int i) {}"));
        refused("@Explore of OrderTest.charged_once: at least one order", TEST.replace("200", "0"));
        refused("has no method with @dev.reprise.sim.explore.Explore", "class OrderTest {}");
        refused("There is no method ended with @Explore; name one of", TEST, "--again", "ended:/");
        refused("as METHOD:SCHEDULE", TEST, "--again", "ends");
        refused("a schedule is written as crash@7/0x12.3.1, not as", TEST, "--again", "ends:x");
        refused("--debug is for one order: say which with --again", TEST, "--debug");
        refused("--port is where a debugger", TEST, "--again=ends:/", "--port=5005");
        refused("--strategy guided is for programs", TEST, "--strategy", "guided");
        refused("--seeds is for generated cases", TEST, "--seeds", "3");
        refused("--no-minimise is not for test classes", TEST, "--no-minimise");
        assertThat(explore("stack", "--again", "a:/")).isEqualTo(2);
        assertThat(session.err()).startsWith("--again is for test classes");
    }

    private void refused(String why, String text, Object... words) throws IOException {
        var all = new ArrayList<Object>(List.of(file(text)));
        all.addAll(List.of(words));
        assertThat(explore(all.toArray())).as(why).isEqualTo(2);
        assertThat(session.err()).contains(why).doesNotContain("\tat ");
        assertThat(session.out()).isEmpty();
    }

    @Test
    void a_method_that_throws_has_failed() throws IOException {
        String broken =
                TEST.replace("List<String> charges", "List.of().getFirst(); List<String> charges");
        assertThat(explore(file(broken))).isEqualTo(1);
        assertThat(session.out())
                .contains(
                        "OrderTest.charged_once throws before anything has happened: java.util.No")
                .endsWith("1 of 2 failed.\n");
    }

    @Test
    void junit_is_not_needed() throws Exception {
        String path =
                Arrays.stream(OwnPath.text().split(Pattern.quote(File.pathSeparator), -1))
                        .filter(it -> !it.contains("junit") && !it.contains("test-classes"))
                        .collect(Collectors.joining(File.pathSeparator));
        List<String> command = OwnPath.command("-XX:TieredStopAtLevel=1");
        command.set(command.indexOf("-cp") + 1, path);
        command.addAll(List.of("explore", file(TEST).toString(), "--out", folder.toString()));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
                .contains("passed  OrderTest.Inner.ends", "failed  OrderTest.charged_once");
        assertThat(process.waitFor()).isEqualTo(1);
    }
}
