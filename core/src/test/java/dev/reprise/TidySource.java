package dev.reprise;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * One Java file as the compiler's parser sees it, so that comments and strings are never taken for
 * code.
 */
record TidySource(String path, CompilationUnitTree tree, DocTrees trees) {

    /** Parses files given as text by path. */
    static List<TidySource> parse(Map<String, String> files) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var texts =
                files.entrySet().stream().map(it -> new Text(it.getKey(), it.getValue())).toList();
        var task =
                (JavacTask)
                        compiler.getTask(null, null, _ -> {}, List.of("-proc:none"), null, texts);
        var sources = new ArrayList<TidySource>();
        try {
            for (var tree : task.parse()) {
                var path = tree.getSourceFile().toUri().getPath().substring(1);
                sources.add(new TidySource(path, tree, DocTrees.instance(task)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sources;
    }

    boolean isIn(String module) {
        return path.startsWith(module + "/");
    }

    boolean isMain() {
        return path.contains("/src/main/java/");
    }

    boolean isTest() {
        return path.contains("/src/test/java/");
    }

    String packageName() {
        return tree.getPackageName() == null ? "" : tree.getPackageName().toString();
    }

    String at(Tree node) {
        long position = trees.getSourcePositions().getStartPosition(tree, node);
        return path + ":" + tree.getLineMap().getLineNumber(position) + ": ";
    }

    Stream<ClassTree> topLevelTypes() {
        return tree.getTypeDecls().stream()
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast);
    }

    /** All nodes of one kind in a tree, in the order of the text. */
    static <T extends Tree> List<T> nodes(Tree tree, Class<T> kind) {
        var found = new ArrayList<T>();
        new TreeScanner<Void, Void>() {
            @Override
            public @Nullable Void scan(@Nullable Tree node, @Nullable Void unused) {
                if (kind.isInstance(node)) {
                    found.add(kind.cast(node));
                }
                return super.scan(node, null);
            }
        }.scan(tree, null);
        return found;
    }

    static List<String> emptyNames(List<TidySource> sources, List<String> endings) {
        return sources.stream()
                .flatMap(
                        source ->
                                nodes(source.tree, ClassTree.class).stream()
                                        .flatMap(
                                                type ->
                                                        endings.stream()
                                                                .filter(
                                                                        ending ->
                                                                                type.getSimpleName()
                                                                                        .toString()
                                                                                        .endsWith(
                                                                                                ending))
                                                                .map(
                                                                        ending ->
                                                                                source.at(type)
                                                                                        + type
                                                                                                .getSimpleName()
                                                                                        + " ends in "
                                                                                        + ending
                                                                                        + ", which says nothing: name the idea")))
                .toList();
    }

    static List<String> undocumented(List<TidySource> sources) {
        return sources.stream()
                .flatMap(
                        source ->
                                source.topLevelTypes()
                                        .filter(
                                                type ->
                                                        type.getModifiers()
                                                                .getFlags()
                                                                .contains(Modifier.PUBLIC))
                                        .filter(
                                                type ->
                                                        source.trees.getDocComment(
                                                                        TreePath.getPath(
                                                                                source.tree, type))
                                                                == null)
                                        .map(
                                                type ->
                                                        source.at(type)
                                                                + type.getSimpleName()
                                                                + " is public and has no Javadoc"))
                .toList();
    }

    /** A file that need not be on disk. */
    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String path, String text) {
            super(URI.create("tidy:///" + path.replace(" ", "%20")), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
