package dev.reprise.flow.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.flow.guard.Learning.Facts;
import java.lang.classfile.Attributes;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.instruction.LabelTarget;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WalkTest {
    private final Library library = new Library(WalkTest.class, Extent.HOME);

    /** The compiler writes down how deep the stack is at every branch target. It must be right. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                String.class,
                Character.class,
                Math.class,
                java.util.ArrayDeque.class,
                java.util.HashMap.class,
                java.util.Formatter.class,
                java.util.Collections.class,
                java.util.concurrent.ConcurrentHashMap.class,
                java.util.concurrent.ForkJoinPool.class,
                java.util.stream.Collectors.class,
                java.util.zip.ZipFile.class,
                java.math.BigDecimal.class,
                java.math.BigInteger.class,
                java.time.format.DateTimeFormatterBuilder.class,
                java.net.URI.class,
                java.nio.file.Files.class,
                java.util.regex.Pattern.class
            })
    void the_stack_is_as_deep_as_the_compiler_says(Class<?> walked) {
        var type = library.find(walked.getName().replace('.', '/')).orElseThrow();
        int compared = 0;
        for (var method : type.methods()) {
            var body = Body.of(method);
            if (body.isPresent()) {
                var found = new Library.Found(type, method);
                var walk = Walk.through(found, body.get(), library, Facts.NONE);
                compared += compare(walk, method.code().orElseThrow(), found.member());
            }
        }
        assertThat(compared).isGreaterThan(10);
    }

    private static int compare(Walk walk, CodeModel code, Member member) {
        var labels = labels(code);
        int compared = 0;
        for (var frame :
                code.findAttribute(Attributes.stackMapTable()).stream()
                        .flatMap(it -> it.entries().stream())
                        .toList()) {
            int index = labels.getOrDefault(frame.target(), 0);
            assertThat(walk.depth(index)).as("%s at %d", member, index).isEqualTo(depth(frame));
            compared++;
        }
        return compared;
    }

    private static int depth(StackMapFrameInfo frame) {
        return frame.stack().stream()
                .mapToInt(
                        it ->
                                it == SimpleVerificationTypeInfo.LONG
                                                || it == SimpleVerificationTypeInfo.DOUBLE
                                        ? TypeKind.LONG.slotSize()
                                        : 1)
                .sum();
    }

    private static Map<Label, Integer> labels(CodeModel code) {
        var labels = new HashMap<Label, Integer>();
        int index = 0;
        for (var element : code) {
            if (element instanceof LabelTarget target) {
                labels.put(target.label(), index);
            } else if (element instanceof Instruction) {
                index++;
            }
        }
        return labels;
    }
}
