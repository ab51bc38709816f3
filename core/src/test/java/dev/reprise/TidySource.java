package dev.reprise;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
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

    /**
     * What is public and has no Javadoc: types, and what is public or protected in them. What
     * overrides something is documented there; so are the parts of a record, by its own comment.
     */
    static List<String> undocumented(List<TidySource> sources) {
        return sources.stream()
                .flatMap(
                        source ->
                                source.topLevelTypes()
                                        .filter(it -> isPublic(it.getModifiers()))
                                        .flatMap(it -> source.undocumented(it, "")))
                .toList();
    }

    private Stream<String> undocumented(ClassTree type, String around) {
        String name = around + type.getSimpleName();
        boolean open =
                type.getKind() == Tree.Kind.INTERFACE
                        || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
        var members =
                type.getMembers().stream()
                        .filter(it -> !(it instanceof BlockTree))
                        .filter(it -> open ? !isPrivate(it) : isPublic(modifiers(it)))
                        .flatMap(
                                it ->
                                        it instanceof ClassTree inner
                                                ? undocumented(inner, name + ".")
                                                : undocumented(it, name + "." + nameOf(it)));
        return Stream.concat(undocumented((Tree) type, name), members);
    }

    private Stream<String> undocumented(Tree tree, String name) {
        boolean overrides =
                modifiers(tree).getAnnotations().stream()
                        .anyMatch(it -> it.getAnnotationType().toString().equals("Override"));
        return overrides || trees.getDocComment(TreePath.getPath(this.tree, tree)) != null
                ? Stream.empty()
                : Stream.of(at(tree) + name + " is public and has no Javadoc");
    }

    private static boolean isPublic(ModifiersTree modifiers) {
        return modifiers.getFlags().contains(Modifier.PUBLIC)
                || modifiers.getFlags().contains(Modifier.PROTECTED);
    }

    private static boolean isPrivate(Tree tree) {
        return modifiers(tree).getFlags().contains(Modifier.PRIVATE);
    }

    private static ModifiersTree modifiers(Tree tree) {
        return switch (tree) {
            case ClassTree type -> type.getModifiers();
            case MethodTree method -> method.getModifiers();
            case VariableTree field -> field.getModifiers();
            default -> throw new IllegalArgumentException("no member: " + tree.getKind());
        };
    }

    private static String nameOf(Tree tree) {
        return switch (tree) {
            case MethodTree method -> method.getName().toString();
            case VariableTree field -> field.getName().toString();
            default -> throw new IllegalArgumentException("no member: " + tree.getKind());
        };
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
