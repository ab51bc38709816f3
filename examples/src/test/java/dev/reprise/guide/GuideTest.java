package dev.reprise.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Failure;
import dev.reprise.RunId;
import dev.reprise.engine.Client;
import dev.reprise.engine.Engine;
import dev.reprise.engine.EngineOptions;
import dev.reprise.engine.StartOptions;
import dev.reprise.engine.StartOptions.WhileRunning;
import dev.reprise.engine.activity.Call;
import dev.reprise.engine.activity.Hooks;
import dev.reprise.engine.rules.RuleFile;
import dev.reprise.engine.run.Description;
import dev.reprise.engine.run.Settings;
import dev.reprise.engine.run.Status;
import dev.reprise.engine.testing.StubCall;
import dev.reprise.engine.testing.TestEngine;
import dev.reprise.engine.testing.TestEngines;
import dev.reprise.flow.ApplicationFailed;
import dev.reprise.flow.Workflow;
import dev.reprise.guide.Signup.Mail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The guide is true: its code is compiled code, and does what it says. */
@Timeout(60)
@ExtendWith(TestEngines.class)
class GuideTest {
    private static final Path GUIDE = Path.of("../docs/guide.md");
    private static final Pattern FENCE = Pattern.compile("(?s)```(\\w+)\n(.*?)```");

    @TempDir private Path folder;

    private final List<String> sent = Collections.synchronizedList(new ArrayList<>());
    private final Mail mail = (to, text) -> sent.add(to + ": " + text);

    // ---- The pages ----

    @Test
    void every_java_snippet_is_compiled_code() throws IOException {
        var code = new StringBuilder();
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
                code.append(squeezed(Files.readString(file)));
            }
        }
        List<String> snippets = blocks(GUIDE, "java");
        assertThat(snippets).hasSizeGreaterThan(13);
        for (String snippet : snippets) {
            assertThat(code.indexOf(squeezed(snippet)))
                    .as("code under examples/src that holds this snippet:%n%s", snippet)
                    .isNotNegative();
        }
    }

    private static List<String> blocks(Path page, String language) throws IOException {
        return FENCE.matcher(Files.readString(page))
                .results()
                .filter(it -> it.group(1).equals(language))
                .map(it -> it.group(2))
                .toList();
    }

    /** Code without comments and blanks, which the formatter may move. */
    private static String squeezed(String text) {
        return text.replaceAll("(?m)//.*$", "").replaceAll("\\s+", "");
    }

    // ---- What the guide says, in its order ----

    @Test
    void a_first_workflow_runs_on_a_folder() {
        Path data = folder.resolve("data");
        try (var engine = Engine.open(data)) {
            engine.register(Signup.class).activities(mail);
            var ann =
                    engine.client().start(Signup.class, new RunId("signup-ann"), "ann@example.org");
            ann.signal("confirm");
            System.out.println(ann.result());
            assertThat(ann.result()).isEqualTo("welcome");
            assertThat(ann.query("isConfirmed", Boolean.class)).isTrue();
        }
        assertThat(sent)
                .containsExactly("ann@example.org: Please confirm.", "ann@example.org: Welcome!");
    }

    @Test
    void who_does_not_confirm_is_forgotten(TestEngine engine) {
        engine.register(Signup.class);
        var mail = engine.stub(Mail.class);
        mail.on(Mail::send).returns();

        var ann = engine.client().start(Signup.class, "ann@example.org");

        assertThat(ann.result()).isEqualTo("forgotten"); // three days later, at once
        assertThat(mail.calls("send")).hasSize(1);
    }

    @Test
    void nobody_is_welcomed_under_two_keys_wherever_it_crashes() {
        TestEngine.crashEverywhere(
                engine -> {
                    engine.register(Signup.class);
                    var mail = engine.stub(Mail.class);
                    mail.on(Mail::send).returns();

                    var ann = engine.client().start(Signup.class, "ann@example.org");
                    ann.signal("confirm");

                    assertThat(ann.result()).isEqualTo("welcome");
                    assertThat(mail.calls().stream().map(StubCall::key).distinct()).hasSize(2);
                });
    }

    @Test
    void children_are_runs_of_their_own(TestEngine engine) {
        engine.register(Signup.class).register(Campaign.class);
        var mail = engine.stub(Mail.class);
        mail.on(Mail::send).returns();
        var campaign = engine.client().start(Campaign.class, List.of("ann", "bob"));
        engine.client().handle(Signup.class, new RunId("signup-bob")).signal("confirm");
        assertThat(campaign.result()).isEqualTo("done");
        assertThat(mail.calls().getLast().arguments().getLast()).isEqualTo("[forgotten, welcome]");
    }

    @Test
    void a_failure_that_is_no_use_to_try_again_is_an_exception(TestEngine engine) {
        engine.register(Signup.class).register(Campaign.class);
        var mail = engine.stub(Mail.class);
        mail.on(Mail::send).fails(2, new IOException("down"));
        var campaign = engine.client().start(Campaign.class, List.of());
        assertThat(campaign.result()).isEqualTo("done, but the boss does not know: down");
        assertThat(mail.calls()).hasSize(2);
    }

    @Test
    void a_patch_lets_old_runs_keep_their_path(TestEngine engine) {
        engine.register(ChangedSignup.Patched.class);
        engine.stub(Mail.class).on(Mail::send).returns();
        var began = engine.now();
        var run = engine.client().start(ChangedSignup.Patched.class, "ann@example.org");
        assertThat(run.result()).isEqualTo("forgotten");
        assertThat(Duration.between(began, engine.now())).isEqualTo(Duration.ofDays(7));
    }

    /** A run that began with the code before, in a folder that other code opens now. */
    private Description reopened(Class<? extends Workflow<String, String>> code) {
        Path data = folder.resolve("data");
        try (var engine = Engine.open(data)) {
            engine.register(Signup.class).activities(mail);
            var ann =
                    engine.client().start(Signup.class, new RunId("signup-ann"), "ann@example.org");
            while (ann.describe().timers().isEmpty()) {
                Thread.onSpinWait(); // until the mail is sent
            }
        }
        try (var engine = Engine.open(data)) {
            engine.register(code).activities(mail);
            Client client = engine.client();
            client.handle(new RunId("signup-ann"), String.class).signal("confirm");
            for (var run : client.list("status = stuck").runs()) {
                System.out.println(run.run() + ": " + run.reason().orElse(""));
            }
            return client.describe(new RunId("signup-ann"));
        }
    }

    @Test
    void a_change_with_a_patch_goes_on() {
        assertThat(reopened(ChangedSignup.Patched.class).status()).isNotEqualTo(Status.STUCK);
    }

    @Test
    void a_change_without_one_is_told_as_the_guide_shows_it() throws IOException {
        Description ann = reopened(ChangedSignup.Careless.class);
        assertThat(ann.status()).isEqualTo(Status.STUCK);
        assertThat(blocks(GUIDE, "text"))
                .filteredOn(it -> it.contains("took a different path"))
                .singleElement()
                .satisfies(
                        it ->
                                assertThat(plain(it))
                                        .isEqualTo(plain(ann.reason().orElseThrow() + "\n")));
    }

    /** Without names of files and lines. */
    private static String plain(String text) {
        return text.replaceAll("in code .*", "in code LINE");
    }

    @Test
    void runs_are_started_and_found_in_many_ways(TestEngine engine) {
        engine.register(Signup.class);
        engine.stub(Mail.class).on(Mail::send).returns();
        Client client = engine.client();
        var id = new RunId("signup-ann");
        var options =
                StartOptions.DEFAULT
                        .requestId("form-17") // asked again, it is the same start
                        .whileRunning(WhileRunning.JOIN) // there is one already: that one it is
                        .runTimeout(Duration.ofDays(30));
        client.start(Signup.class, id, options, "ann@example.org");
        client.signalWithStart(
                Signup.class, new RunId("signup-bob"), options, "bob@example.org", "confirm");

        var page = client.list("type = 'Signup' and started > -1d order by started desc limit 50");
        long open = client.count("type = 'Signup' and status = running");

        assertThat(page.runs()).hasSize(2);
        assertThat(open).isEqualTo(1);
    }

    @Test
    void an_engine_is_set_up_for_production() throws Exception {
        Path data = folder.resolve("data");
        Path rules =
                Files.writeString(folder.resolve("rules.yaml"), blocks(GUIDE, "yaml").getFirst());
        var failures = new AtomicInteger();
        var alarm =
                new Hooks() {
                    @Override
                    public void onFail(Call call, Failure failure) {
                        failures.incrementAndGet(); // or a counter of your metrics library
                    }
                };
        var options =
                EngineOptions.DEFAULT
                        .settings(Settings.DEFAULT.hooks(alarm).pausedMax(100_000))
                        .rules(RuleFile.load(rules))
                        .patience(Duration.ofSeconds(20)); // for activities, when it is closed
        var engine = Engine.open(data, options);
        Runtime.getRuntime().addShutdownHook(new Thread(engine::close));
        Mail down =
                (_, _) -> {
                    throw ApplicationFailed.fatal("Down", "it is down");
                };
        engine.register(Signup.class).activities(down);
        var run = engine.client().start(Signup.class, "ann@example.org");
        assertThatThrownBy(run::result).hasMessageContaining("down");
        assertThat(failures).hasValue(1);
        assertThat(engine.counts().deliveries()).isEqualTo(1);
        engine.close();
    }
}
