package dev.reprise.flow.guard;

import dev.reprise.Check;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.net.URL;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The class files that a workflow's class loader can see, read when they are asked for. No class is
 * loaded, so no code of theirs runs.
 */
final class Library {
    static final String OBJECT = "java/lang/Object";

    private static final List<String> PLATFORM =
            List.of("java/", "javax/", "jdk/", "sun/", "com/sun/");
    static final String REPRISE = "dev/reprise/";
    private static final Pattern RELEASE = Pattern.compile("META-INF/versions/\\d+/$");

    private final ClassLoader loader;
    private final Extent extent;
    private final Type workflow;
    private final String folder;
    private final Map<String, Optional<Type>> types = new HashMap<>();
    private final Map<String, Boolean> own = new HashMap<>();
    private final Map<String, Set<String>> supertypes = new HashMap<>();

    Library(Class<?> workflow, Extent extent) {
        var name = workflow.getName();
        Check.argument(
                !workflow.isArray() && !workflow.isPrimitive(),
                "%s is not a class that could be a workflow",
                name);
        Check.argument(
                !workflow.isHidden(),
                "%s is a lambda or another class without a class file, so its code cannot be"
                        + " checked: give the workflow a class of its own, or switch its guard off",
                name);
        this.extent = extent;
        this.loader =
                Optional.ofNullable(workflow.getClassLoader())
                        .orElseGet(ClassLoader::getSystemClassLoader);
        this.workflow =
                find(name.replace('.', '/'))
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "The class file of "
                                                        + name
                                                        + " cannot be read from its class loader, so"
                                                        + " its code cannot be checked: make the"
                                                        + " class file available as a resource, or"
                                                        + " switch the workflow's guard off"));
        this.folder = folder(this.workflow.name());
    }

    Type workflow() {
        return workflow;
    }

    /** A class by its internal name, if its class file is there and can be read. */
    Optional<Type> find(String name) {
        var known = types.get(name);
        if (known == null) {
            known = name.startsWith("[") ? Optional.empty() : read(name);
            types.put(name, known);
        }
        return known;
    }

    private Optional<Type> read(String name) {
        var path = name + ".class";
        var url = loader.getResource(path);
        if (url == null) {
            return Optional.empty();
        }
        try {
            var model = ClassFile.of().parse(bytes(url));
            return Optional.of(new Type(root(url, path), model));
        } catch (IOException | IllegalArgumentException _) {
            // Gone, cut short or not a class file: for the caller as if it were not there.
            return Optional.empty();
        }
    }

    private static byte[] bytes(URL url) throws IOException {
        var connection = url.openConnection();
        // A cached connection would keep the jar open, and on some systems undeletable.
        connection.setUseCaches(false);
        try (var stream = connection.getInputStream()) {
            return stream.readAllBytes();
        }
    }

    private static String root(URL url, String path) {
        var address = url.toExternalForm();
        int end = address.lastIndexOf(path);
        var root = end < 0 ? address : address.substring(0, end);
        return RELEASE.matcher(root).replaceFirst("");
    }

    /** Whether a class belongs to the user's code, which is followed. */
    boolean own(String name) {
        var known = own.get(name);
        if (known == null) {
            known = !name.startsWith("[") && decide(name);
            own.put(name, known);
        }
        return known;
    }

    private boolean decide(String name) {
        if (name.equals(workflow.name())) {
            return true;
        }
        if (PLATFORM.stream().anyMatch(name::startsWith) || name.equals(Bans.FLOW)) {
            return false;
        }
        boolean here = find(name).map(it -> it.root().equals(workflow.root())).orElse(false);
        if (name.startsWith(REPRISE)) {
            // Our examples, benchmarks and tests are workflows too, and may be in one jar with us.
            return here && name.startsWith(folder);
        }
        return extent.names(name) ? find(name).isPresent() : extent.home() && here;
    }

    private static String folder(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }

    /** A class and everything that it extends and implements, nearest first. */
    Set<String> supertypes(String name) {
        var known = supertypes.get(name);
        if (known == null) {
            known = climb(name);
            supertypes.put(name, known);
        }
        return known;
    }

    private Set<String> climb(String name) {
        var all = new LinkedHashSet<String>();
        var pending = new ArrayDeque<>(List.of(name));
        while (!pending.isEmpty()) {
            var next = pending.remove();
            if (all.add(next)) {
                find(next)
                        .ifPresent(
                                type -> {
                                    type.superclass().ifPresent(pending::add);
                                    pending.addAll(type.interfaces());
                                });
            }
        }
        if (all.remove(OBJECT) || name.startsWith("[")) {
            all.add(OBJECT);
        }
        return all;
    }

    /** A class and the classes that it extends, without interfaces, nearest first. */
    List<Type> lineage(String name) {
        var line = new ArrayList<Type>();
        for (var next = find(name);
                next.isPresent();
                next = next.flatMap(Type::superclass).flatMap(this::find)) {
            line.add(next.get());
        }
        return line;
    }

    /** The nearest class that is not the user's own: the class itself, or one it extends. */
    String foreign(String name) {
        return lineage(name).stream()
                .map(Type::name)
                .filter(it -> !own(it))
                .findFirst()
                .orElse(own(name) ? OBJECT : name);
    }

    /** A method with the class that declares it. */
    record Found(Type type, MethodModel method) {
        Member member() {
            return type.member(method);
        }

        boolean is(AccessFlag flag) {
            return method.flags().has(flag);
        }
    }

    /**
     * The user's own method that a call of {@code member} on an object of class {@code
     * member.owner} runs; none when it is inherited from a foreign class.
     */
    Optional<Found> resolve(Member member) {
        var inherited =
                lineage(member.owner()).stream()
                        .flatMap(
                                type -> type.method(member).map(it -> new Found(type, it)).stream())
                        .findFirst();
        return inherited.or(() -> inInterfaces(member)).filter(it -> own(it.type().name()));
    }

    private Optional<Found> inInterfaces(Member member) {
        var candidates =
                supertypes(member.owner()).stream()
                        .flatMap(it -> find(it).stream())
                        .filter(it -> it.is(AccessFlag.INTERFACE))
                        .flatMap(
                                type -> type.method(member).map(it -> new Found(type, it)).stream())
                        .toList();
        return candidates.stream().filter(it -> isMostSpecific(it, candidates)).findFirst();
    }

    /** Whether no other candidate's interface extends this one's. */
    private boolean isMostSpecific(Found one, List<Found> candidates) {
        var name = one.type().name();
        return candidates.stream()
                .map(it -> it.type().name())
                .filter(it -> !it.equals(name))
                .noneMatch(it -> supertypes(it).contains(name));
    }

    /** The class in which a method is declared that a call on exactly this class would run. */
    Optional<Type> declaring(String exact, Member member) {
        return lineage(exact).stream().filter(it -> it.method(member).isPresent()).findFirst();
    }

    /** A field with the class that declares it. */
    record Held(Type type, FieldModel field) {
        Member member() {
            return new Member(
                    type.name(), field.fieldName().stringValue(), field.fieldType().stringValue());
        }

        boolean is(AccessFlag flag) {
            return field.flags().has(flag);
        }
    }

    /** The user's own field that is meant; none when it is a foreign one. */
    Optional<Held> field(Member member) {
        return supertypes(member.owner()).stream()
                .filter(this::own)
                .flatMap(it -> find(it).stream())
                .flatMap(type -> type.field(member).map(it -> new Held(type, it)).stream())
                .findFirst();
    }
}
