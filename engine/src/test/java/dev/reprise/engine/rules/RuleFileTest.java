package dev.reprise.engine.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.Payload;
import dev.reprise.form.Malformed;
import dev.reprise.policy.Backoff;
import dev.reprise.policy.Execution;
import dev.reprise.policy.Fallback;
import dev.reprise.policy.Field;
import dev.reprise.policy.Matcher;
import dev.reprise.policy.OnFailure;
import dev.reprise.policy.Partial;
import dev.reprise.policy.Presets;
import dev.reprise.policy.Rate;
import dev.reprise.policy.Rule;
import dev.reprise.policy.Rules;
import dev.reprise.testing.PolicySamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules in files. */
class RuleFileTest {
    private static final String YAML =
            """
            rules:
              # money is careful
              - name: Payments.charge
                policy:
                  maxRetries: 3
                  backoff: jitter
                  startToClose: 10s
                  rate: 100/1s
                  notBefore: 2026-01-31T12:00:00Z
                  fatalTypes: [no, "null"]
                  metadata: {team: pay}
                  mode: sync
                  atMostOnce: true
                  onFailure:
                    fallback:
                      retryWith: {model: small}
              - regex: ^llm_
                preset: llm
                policy: {maxRetries: 9}
              - kind: [activity, condition]
                policy: {onFailure: skip, delay: PT1M30S}
              - told: external
              - any: true
                policy:
                  onFailure: {route: {types: [Refused], to: refund}}
            """;

    private static Rules expected() {
        var overrides = new TreeMap<>(Map.of("model", Payload.text("small")));
        var charge =
                Partial.NONE
                        .with(Field.MAX_RETRIES, 3)
                        .with(Field.BACKOFF, Backoff.Shape.JITTER)
                        .with(Field.START_TO_CLOSE, Duration.ofSeconds(10))
                        .with(Field.RATE, new Rate(100, Duration.ofSeconds(1)))
                        .with(Field.NOT_BEFORE, Instant.parse("2026-01-31T12:00:00Z"))
                        .with(Field.FATAL_TYPES, List.of("no", "null"))
                        .with(Field.METADATA, new TreeMap<>(Map.of("team", "pay")))
                        .with(Field.MODE, Execution.Mode.SYNC)
                        .with(Field.AT_MOST_ONCE, true)
                        .with(
                                Field.ON_FAILURE,
                                new OnFailure.Recover(new Fallback.RetryWith(overrides)));
        return Rules.of(
                new Rule(Matcher.name("Payments.charge"), charge),
                new Rule(
                        Matcher.regex("^llm_"),
                        Partial.NONE.with(Field.MAX_RETRIES, 9).over(Presets.LLM)),
                new Rule(
                        Matcher.kind("activity", "condition"),
                        Partial.NONE
                                .with(Field.ON_FAILURE, OnFailure.SKIP)
                                .with(Field.DELAY, Duration.ofSeconds(90))),
                new Rule(Matcher.told("external"), Partial.NONE),
                new Rule(
                        Matcher.any(),
                        Partial.NONE.with(
                                Field.ON_FAILURE,
                                new OnFailure.Route(List.of("Refused"), "refund"))));
    }

    @Test
    void a_file_says_what_code_could_say() {
        assertThat(RuleFile.read(YAML)).isEqualTo(expected());
    }

    @Test
    void json_is_read_alike_with_tabs_and_escapes() {
        var json =
                "{\n\t\"rules\": [\n\t\t{\"name\": \"a\\/\\u00e9\\ud834\\udd1e\",\t\"policy\":"
                        + " {\"maxRetries\":\t3}}\n\t]\n}\n";
        assertThat(RuleFile.read(json))
                .isEqualTo(
                        Rules.NONE.append(
                                Matcher.name("a/é𝄞"), Partial.NONE.with(Field.MAX_RETRIES, 3)));
    }

    @Test
    void a_surrogate_pair_may_be_anywhere_in_a_long_file() {
        for (int before = 1_000; before < 1_030; before++) {
            var text = "#" + "x".repeat(before) + "𝄞\nrules: [{name: a}]\n";
            assertThat(RuleFile.read(text).all()).hasSize(1);
        }
    }

    @Property(tries = 300)
    void what_is_written_is_read_back_in_both_formats(@ForAll long seed) {
        var rules = new PolicySamples(seed).rules();
        for (var format : RuleFile.Format.values()) {
            assertThat(RuleFile.read(RuleFile.write(rules, format))).isEqualTo(rules);
        }
    }

    @Test
    void files_are_written_by_the_ending_of_their_names(@TempDir Path folder) throws IOException {
        for (var name : List.of("rules.yaml", "rules.JSON")) {
            RuleFile.save(expected(), folder.resolve(name));
            assertThat(RuleFile.load(folder.resolve(name))).isEqualTo(expected());
        }
        assertThat(Files.readString(folder.resolve("rules.JSON"))).startsWith("{");
        assertThat(Files.readString(folder.resolve("rules.yaml")))
                .startsWith("rules:\n- name: Pay");
    }

    @Test
    void an_unknown_option_is_told_with_its_line_and_what_is_near() {
        assertRefused(
                "maxRetrys: 3",
                "line 4, column 18 (rules[0].policy.maxRetrys)",
                "a policy has no field \"maxRetrys\". Did you mean maxRetries?");
        assertRefused("colour: red", "no field \"colour\". There are: atMostOnce, backoff");
        assertRefused("backoff: jiter", "\"jiter\" is not a constant", "Did you mean jitter?");
        assertRefused("onFailure: halted", "Did you mean halt?");
        assertFileRefused("rulse: []", "line 1, column 8", "Did you mean rules?");
        assertFileRefused("rules: [{nam: a}]", "a rule has no \"nam\". Did you mean name?");
        assertFileRefused("rules: [{any: true, preset: lmm}]", "Did you mean llm?");
    }

    @Test
    void values_that_no_policy_can_have_are_told_by_the_policy() {
        assertRefused("maxRetries: -1", "maxRetries is in 0..1000000: -1");
        assertRefused("startToClose: -5s", "startToClose must not be negative: PT-5S");
        assertRefused(
                "delayBase: 2m\n      delayMax: 1m",
                "line 5, column 17 (rules[0].policy.delayMax)",
                "delayBase PT2M exceeds delayMax PT1M");
        assertRefused("rate: 99999/1s", "a rate is in 0..10000: 99999");
        assertRefused("onFailure: {compensate: ''}", "a compensation must not be blank");
        assertFileRefused("rules: [{regex: 'llm_('}]", "not a regular expression: \"llm_(\"");
        assertFileRefused("rules: [{kind: []}]", "a kind is needed");
    }

    @Test
    void a_fallback_says_what_to_do() {
        assertRefused("onFailure: fallback", "one of [instead, retryWith, value]");
        assertRefused(
                "onFailure: {fallback: {}}", "a fallback is one of", "not names with values: []");
        assertRefused("onFailure: {fallback: }", "a fallback is expected", "not nothing");
        assertRefused("onFailure: {fallback: {retryWith: {}}}", "needs one at least");
        assertRefused("onFailure: {fallback: {insted: a}}", "Did you mean instead?");
        assertRefused("onFailure: compensate", "compensate needs a value");
        assertRefused("onFailure: {route: {to: a}}", "\"types\" is missing");
    }

    @Test
    void values_of_another_type_are_shown() {
        assertRefused("maxRetries: many", "a whole number is expected, not \"many\"");
        assertRefused("maxRetries: 3.5", "not \"3.5\"");
        assertRefused("maxRetries: 9999999999", "not \"9999999999\"");
        assertRefused("maxRetries: '3'", "without quotes");
        assertRefused("maxRetries: [3]", "not a list of 1");
        assertRefused("atMostOnce: yes", "true or false is expected, not \"yes\"");
        assertRefused("delay: soon", "a span of time such as 500ms", "not \"soon\"");
        assertRefused("delay: 5", "not \"5\"");
        assertRefused("deadline: tomorrow", "a time such as", "not \"tomorrow\"");
        assertRefused("rate: 100", "a rate such as 100/1s", "not \"100\"");
        assertRefused("breaker: null", "a text is expected, not \"null\"");
        assertRefused("fatalTypes: a", "a list, not \"a\"");
        assertRefused("metadata: a", "names with values, not \"a\"");
        assertRefused("onFailure: {fallback: {value: {encoding: bytes, base64: '*'}}}", "base64");
    }

    @Test
    void a_rule_is_for_one_thing() {
        assertFileRefused("rules: [{policy: {}}]", "has one of", "but this one has none");
        assertFileRefused("rules: [{name: a, any: true}]", "but this one has [name, any]");
        assertFileRefused("rules: [{any: false}]", "any is true, or is not there");
    }

    @Test
    void what_is_not_yaml_is_told_with_its_line() {
        assertFileRefused("rules: [\n  {name: a", "line 2");
        assertFileRefused("rules:\n\t- name: a", "line 2, column 1");
        assertFileRefused("", "there is nothing in it");
        assertFileRefused("- a", "names with values, not a list of 1");
        assertFileRefused("rules: []\n---\nrules: []", "line 2", "a second document follows");
        assertFileRefused("rules: []\nrules: []", "line 2, column 1 (rules)", "twice");
        assertFileRefused("rules: &a [*a]", "anchors and aliases are not read");
        assertFileRefused("rules: [*a]", "anchors and aliases are not read");
        assertFileRefused("rules: !!set {}", "tags are not read");
        assertFileRefused("[".repeat(5_000), "nest more than 20 deep");
    }

    @Test
    void what_is_not_json_is_told_with_its_line() {
        assertFileRefused("{\n  \"rules\": [}", "line 2, column 13", "it is not JSON");
        assertFileRefused("{rules: []}", "it is not JSON");
        assertFileRefused("{\"rules\": []} []", "line 1, column 15", "a second value follows");
        assertFileRefused("{\"rules\": [],\n \"rules\": []}", "line 2, column 2 (rules)", "twice");
        assertFileRefused("{\"rules\": null}", "a rule or more is expected, a list, not \"null\"");
        assertFileRefused("{\"rules\": " + "[".repeat(5_000), "nest more than 20 deep");
        assertFileRefused(
                "{\"rules\": [{\"name\": \"a\",\n\"policy\": {\"maxRetries\": \"3\"}}]}",
                "line 2, column 26 (rules[0].policy.maxRetries)",
                "without quotes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleFile.read("rules: [{name: a\ud834}]"))
                .withMessageContaining("not well-formed Unicode");
    }

    @Test
    void spans_are_written_in_the_longest_unit_that_fits() {
        var written = new TreeMap<String, Duration>();
        for (var text : List.of("0s", "500ms", "90s", "2m", "1h", "7d", "1us", "1ns", "1001ms")) {
            written.put(text, Spans.parsed(text).orElseThrow());
            assertThat(Spans.text(written.get(text))).isEqualTo(text);
        }
        assertThat(written).containsEntry("90s", Duration.ofSeconds(90));
        assertThat(Spans.parsed("PT1M30S")).contains(Duration.ofSeconds(90));
        for (var none : List.of("", "s", "5", "5x", "1.5s", "99999999999999999999s", "--5s")) {
            assertThat(Spans.parsed(none)).as(none).isEmpty();
        }
    }

    @Test
    void an_expression_with_flags_is_refused_with_advice() {
        var flagged = new Matcher.Regex(Pattern.compile("^llm_", Pattern.CASE_INSENSITIVE));
        var rules = Rules.NONE.append(flagged, Partial.NONE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleFile.write(rules, RuleFile.Format.YAML))
                .withMessageContaining("\"^llm_\" has flags")
                .withMessageContaining("(?i)");
    }

    /** The option is on line 4, and its name begins at column 7. */
    private static void assertRefused(String option, String... shown) {
        assertFileRefused("rules:\n  - name: a\n    policy:\n      " + option + "\n", shown);
    }

    private static void assertFileRefused(String text, String... shown) {
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> RuleFile.read(text))
                .satisfies(e -> assertThat(e.getMessage()).contains(shown));
    }
}
