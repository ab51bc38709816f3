package dev.reprise.pattern.picture;

import dev.reprise.pattern.picture.Layers.Item;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** How far from the top nodes and bends are: each as near to its neighbours as others let it. */
final class Axes {
    private static final int GAP = 18;

    private final ToIntFunction<Item> above;
    private final ToIntFunction<Item> below;
    private final int[] axes;
    private int height;

    /**
     * Finds places for all of them.
     *
     * @param above how much of an item is above its axis
     * @param below how much of it is below
     * @param top what is left free at the top
     */
    Axes(Layers layers, ToIntFunction<Item> above, ToIntFunction<Item> below, int top) {
        this.above = above;
        this.below = below;
        axes = new int[layers.items()];
        var columns = layers.layers();
        columns.forEach(it -> place(it, _ -> List.of()));
        columns.forEach(it -> place(it, item -> item.before));
        columns.reversed().forEach(it -> place(it, item -> item.after));
        columns.forEach(it -> place(it, item -> item.before));
        int highest = Integer.MAX_VALUE;
        int lowest = Integer.MIN_VALUE;
        for (var column : columns) {
            for (var item : column) {
                highest = Math.min(highest, of(item) - above.applyAsInt(item));
                lowest = Math.max(lowest, of(item) + below.applyAsInt(item));
            }
        }
        for (int i = 0; i < axes.length; i++) {
            axes[i] += top - highest;
        }
        height = lowest - highest + top;
    }

    int of(Item item) {
        return axes[item.number];
    }

    int height() {
        return height;
    }

    /** Puts items below each other, as near to where they want to be as can be on the average. */
    private void place(List<Item> column, Function<Item, List<Item>> neighbours) {
        int[] wanted = new int[column.size()];
        int off = 0;
        int free = Integer.MIN_VALUE / 2;
        for (int i = 0; i < wanted.length; i++) {
            var item = column.get(i);
            wanted[i] = wanted(item, neighbours.apply(item));
            int axis = Math.max(wanted[i], free + above.applyAsInt(item));
            axes[item.number] = axis;
            free = axis + below.applyAsInt(item) + GAP;
            off += wanted[i] - axis;
        }
        for (var item : column) {
            axes[item.number] += off / wanted.length;
        }
    }

    private int wanted(Item item, List<Item> neighbours) {
        return neighbours.isEmpty()
                ? of(item)
                : neighbours.stream().mapToInt(this::of).sum() / neighbours.size();
    }
}
