package dev.reprise.app;

import dev.reprise.engine.Engine;
import dev.reprise.engine.activity.JsonCodec;
import dev.reprise.flow.Workflow;
import dev.reprise.flow.WorkflowType;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Workflows and activities from outside of this program: from a jar, a folder of classes or a
 * source file. Every class with a constructor without parameters that is a workflow, or implements
 * an interface that comes from there too, is taken.
 */
final class Code {
    /** No code at all. */
    static final Code NONE = new Code(List.of());

    private static final String CLASS = ".class";
    private static final String SOURCE = ".java";

    private final List<Class<?>> classes;

    private Code(List<Class<?>> classes) {
        this.classes = classes;
    }

    /**
     * The code in a file or folder.
     *
     * @throws Unusable when there is none, or it does not compile
     */
    static Code in(Path path) {
        return in(List.of(path), List.of());
    }

    /**
     * The code in files and folders.
     *
     * @param beside what that code may use, and is not taken itself
     * @throws Unusable when there is none, or it does not compile
     */
    static Code in(List<Path> taken, List<Path> beside) {
        var all = new ArrayList<>(taken);
        all.addAll(beside);
        List<String> names = new ArrayList<>();
        List<URL> places = new ArrayList<>();
        for (Path path : all) {
            try {
                Path place = compiled(path, all);
                places.add(place.toUri().toURL());
                if (taken.contains(path)) {
                    names.addAll(Files.isDirectory(place) ? names(place) : namesInJar(place));
                }
            } catch (IOException e) {
                throw new Unusable(path + " cannot be read (" + e + ").");
            }
        }
        return loaded(places, names);
    }

    /** Where the classes are: a folder or a jar. */
    private static Path compiled(Path path, List<Path> all) throws IOException {
        String name = String.valueOf(path.getFileName());
        if (!Files.exists(path)) {
            throw new Unusable("There is no file or folder " + path + ".");
        }
        if (Files.isDirectory(path) || name.endsWith(".jar")) {
            return path;
        }
        if (name.endsWith(SOURCE)) {
            return SourceFile.compiled(
                    path, all.stream().filter(it -> !it.toString().endsWith(SOURCE)).toList());
        }
        throw new Unusable(
                path + " is no code: name a .java file, a .jar file or a folder of classes.");
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(it -> folder.relativize(it).toString().replace('\\', '/'))
                    .filter(it -> it.endsWith(CLASS))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> namesInJar(Path path) throws IOException {
        try (var jar = new JarFile(path.toFile())) {
            return jar.stream()
                    .map(it -> it.getName())
                    .filter(it -> it.endsWith(CLASS) && !it.startsWith("META-INF/"))
                    .sorted()
                    .toList();
        }
    }

    @SuppressWarnings("resource") // its classes are used until the program ends
    private static Code loaded(List<URL> places, List<String> names) {
        var loader = new URLClassLoader(places.toArray(URL[]::new), Code.class.getClassLoader());
        List<Class<?>> found = new ArrayList<>();
        for (String name : names) {
            String type = name.substring(0, name.length() - CLASS.length()).replace('/', '.');
            if (!type.endsWith("module-info") && !type.endsWith("package-info")) {
                load(loader, type).ifPresent(found::add);
            }
        }
        return new Code(List.copyOf(found));
    }

    private static Optional<Class<?>> load(ClassLoader loader, String type) {
        try {
            return Optional.of(Class.forName(type, false, loader));
        } catch (ClassNotFoundException | LinkageError _) {
            // It needs something that is not there, so nobody here can use it.
            return Optional.empty();
        }
    }

    /** All its classes that can be used here, by name. */
    List<Class<?>> classes() {
        return classes;
    }

    /** The workflows, by the names of their types. */
    SortedMap<String, Class<? extends Workflow<?, ?>>> workflows() {
        var found = new TreeMap<String, Class<? extends Workflow<?, ?>>>();
        for (Class<?> each : classes) {
            if (Workflow.class.isAssignableFrom(each) && isConcrete(each)) {
                @SuppressWarnings("unchecked") // a workflow of something
                var workflow = (Class<? extends Workflow<?, ?>>) each;
                found.put(WorkflowType.nameOf(workflow), workflow);
            }
        }
        return found;
    }

    private static boolean isConcrete(Class<?> type) {
        return !type.isInterface()
                && !Modifier.isAbstract(type.getModifiers())
                && !type.isAnonymousClass()
                && !type.isRecord()
                && !type.isEnum();
    }

    /** The workflow of a name, ready to be carried out. */
    static WorkflowType<?, ?> type(Class<? extends Workflow<?, ?>> workflow) {
        return typed(workflow);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // of whatever it is a workflow
    private static WorkflowType<?, ?> typed(Class<? extends Workflow<?, ?>> workflow) {
        return WorkflowType.of((Class) workflow).codec(new JsonCodec());
    }

    /** Registers all workflows and activities. */
    void register(Engine engine) {
        workflows().values().forEach(it -> engine.register(type(it)));
        activities().forEach(engine::activities);
    }

    private List<Object> activities() {
        List<Object> found = new ArrayList<>();
        for (Class<?> each : classes) {
            boolean taken =
                    isConcrete(each)
                            && !Workflow.class.isAssignableFrom(each)
                            && Stream.of(each.getInterfaces()).anyMatch(classes::contains);
            if (taken) {
                made(each).ifPresent(found::add);
            }
        }
        return found;
    }

    private static Optional<Object> made(Class<?> type) {
        Constructor<?> constructor;
        try {
            constructor = type.getDeclaredConstructor();
        } catch (NoSuchMethodException _) {
            return Optional.empty();
        }
        try {
            constructor.setAccessible(true);
            return Optional.of(constructor.newInstance());
        } catch (ReflectiveOperationException e) {
            throw new Unusable(
                    "An object of "
                            + type.getName()
                            + " could not be made: "
                            + Optional.ofNullable(e.getCause()).orElse(e)
                            + ".");
        }
    }

    /** There is no code that can be used. */
    static final class Unusable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unusable(String sentence) {
            super(sentence);
        }
    }
}
