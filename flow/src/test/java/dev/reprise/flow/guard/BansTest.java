package dev.reprise.flow.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BansTest {
    static Stream<Bans.Ban> all() {
        return Bans.ALL.stream();
    }

    /** A ban with a slip of the pen in it would never find anything. */
    @ParameterizedTest
    @MethodSource("all")
    void every_ban_is_on_something_that_exists(Bans.Ban ban) throws IOException {
        if (ban.isPackage()) {
            var name = ban.type().substring(0, ban.type().length() - 2);
            assertThat(Files.exists(packageOf(name))).isTrue();
            return;
        }
        var type = find(ban.type()).orElseThrow(() -> new AssertionError(ban.type()));
        var members = members(type);
        for (var pattern : ban.members()) {
            var one = new Bans.Ban(ban.rule(), ban.type(), List.of(pattern), ban.instead());
            assertThat(members)
                    .as("members of %s that are %s", ban.type(), pattern)
                    .anyMatch(it -> one.coversMember(it, false));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "uuuu-MM-dd, true",
        "yyyyMMdd'T'HHmmss.SSSX, true",
        "dd MMM uuuu, false",
        "EEE, false",
        "hh:mm a, false",
        "w, false"
    })
    void a_date_pattern_without_names_is_the_same_in_every_locale(String pattern, boolean same) {
        assertThat(Patterns.isNumeric(pattern)).isEqualTo(same);
    }

    private static Path packageOf(String name) {
        return FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/packages", name);
    }

    private static List<Member> members(ClassModel type) {
        var name = type.thisClass().asInternalName();
        var members = new ArrayList<Member>();
        for (var it : type.methods()) {
            members.add(
                    new Member(name, it.methodName().stringValue(), it.methodType().stringValue()));
        }
        for (var it : type.fields()) {
            members.add(
                    new Member(name, it.fieldName().stringValue(), it.fieldType().stringValue()));
        }
        return members;
    }

    /** A class of the JDK, be its module part of this process or not. */
    private static Optional<ClassModel> find(String name) throws IOException {
        int dot = name.lastIndexOf('.');
        while (dot > 0) {
            var folder = packageOf(name.substring(0, dot));
            var file = name.substring(dot + 1).replace('.', '$') + ".class";
            if (Files.exists(folder)) {
                try (var modules = Files.list(folder)) {
                    for (var module : modules.toList()) {
                        var path =
                                module.toRealPath()
                                        .resolve(name.substring(0, dot).replace('.', '/'))
                                        .resolve(file);
                        if (Files.exists(path)) {
                            return Optional.of(ClassFile.of().parse(Files.readAllBytes(path)));
                        }
                    }
                }
            }
            dot = name.lastIndexOf('.', dot - 1);
        }
        return Optional.empty();
    }
}
