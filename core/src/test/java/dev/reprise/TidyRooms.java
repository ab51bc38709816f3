package dev.reprise;

import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks that rooms use only rooms to their left, by import or by a full name in the code. */
final class TidyRooms {
    private static final String OURS = "dev.reprise";
    private static final String REMEDY = ": add it to TidyTest.MODULES, in reading order";

    private final List<Module> modules;
    private final List<String> order;

    TidyRooms(List<Module> modules) {
        this.modules = modules;
        this.order = modules.stream().flatMap(module -> module.rooms().stream()).toList();
    }

    /** A Maven module and its rooms in reading order. */
    record Module(String name, List<String> rooms) {
        Module(String name, String... rooms) {
            this(name, List.of(rooms));
        }

        private boolean holds(TidySource source) {
            return source.isIn(name) && rooms.contains(source.packageName());
        }
    }

    List<String> check(List<TidySource> sources) {
        return sources.stream()
                .filter(source -> !source.packageName().isEmpty())
                .flatMap(this::check)
                .distinct()
                .toList();
    }

    private Stream<String> check(TidySource source) {
        if (modules.stream().noneMatch(module -> module.holds(source))) {
            return Stream.of(
                    source.at(source.tree())
                            + source.packageName()
                            + " is no room of this module"
                            + REMEDY);
        }
        var modules =
                TidySource.nodes(source.tree(), ImportTree.class).stream()
                        .filter(
                                it ->
                                        it.isModule()
                                                && it.getQualifiedIdentifier()
                                                        .toString()
                                                        .startsWith(OURS))
                        .map(
                                it ->
                                        source.at(it)
                                                + "a module import hides which rooms are used: import the types");
        var names = TidySource.nodes(source.tree(), MemberSelectTree.class);
        var packagesInside =
                names.stream()
                        .filter(it -> Character.isLowerCase(it.getIdentifier().charAt(0)))
                        .map(MemberSelectTree::getExpression)
                        .toList();
        var rooms =
                names.stream()
                        .filter(name -> name.toString().startsWith(OURS + "."))
                        .filter(name -> !packagesInside.contains(name))
                        .flatMap(
                                name ->
                                        judge(source.packageName(), roomOf(name.toString()))
                                                .map(verdict -> source.at(name) + verdict));
        return Stream.concat(modules, rooms);
    }

    private Stream<String> judge(String room, String used) {
        if (!order.contains(used)) {
            return Stream.of(used + " is no known room" + REMEDY);
        }
        return order.indexOf(used) <= order.indexOf(room)
                ? Stream.empty()
                : Stream.of(room + " may not import " + used + " (rooms import only leftward)");
    }

    /** The package of a full name: its segments up to the first that begins like a type. */
    private static String roomOf(String name) {
        return Stream.of(name.split("\\."))
                .takeWhile(segment -> Character.isLowerCase(segment.charAt(0)))
                .collect(Collectors.joining("."));
    }
}
