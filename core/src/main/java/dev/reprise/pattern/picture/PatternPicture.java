package dev.reprise.pattern.picture;

import dev.reprise.form.Svg;
import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Term;
import java.util.ArrayList;
import java.util.List;

/**
 * A pattern as a picture: the flow from the left to the right, as SVG that needs nothing else and
 * suits a light and a dark page. The same pattern is always the same text. What the signs mean is
 * in docs/patterns.md.
 *
 * <p>Of a large pattern the outer terms are drawn; the others are counted in boxes.
 */
public final class PatternPicture {
    /** As many terms are drawn. */
    public static final int TERMS_MAX = 250;

    /** As many terms are drawn inside of each other. */
    public static final int DEPTH_MAX = 24;

    private static final int MARGIN = 12;

    private static final String STYLE =
            """
            <style>
            text { font: 13px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; fill: #1f2937; text-anchor: middle; }
            text.note { font-size: 11px; fill: #475569; } text.frame { text-anchor: start; }
            .page, .sheet, .each { fill: #fff; } .over { paint-order: stroke; stroke: #fff; stroke-width: 4px; }
            .flow, .sign, .fault { fill: none; stroke: #64748b; stroke-width: 1.5; } .to { marker-end: url(#head); }
            .sign { stroke-width: 2; } .fault { stroke: #dc2626; stroke-dasharray: 4 3; }
            .start, .head { fill: #64748b; } .end { fill: none; stroke: #64748b; stroke-width: 2; }
            .task, .gate, .node, .put, .more { fill: #94a3b8; fill-opacity: .15; stroke: #64748b; }
            .put, .more, .label { stroke-dasharray: 3 2; }
            .effect { fill: #3b82f6; fill-opacity: .15; stroke: #3b82f6; } .mark { stroke: #3b82f6; stroke-width: 4; }
            .trigger { fill: #f59e0b; fill-opacity: .18; stroke: #d97706; } .passing { stroke-dasharray: 4 3; }
            .cancel, .stop { fill: #ef4444; fill-opacity: .15; stroke: #dc2626; } .stop { stroke-width: 2.5; }
            .call { fill: #8b5cf6; fill-opacity: .15; stroke: #8b5cf6; } .rail { stroke: #8b5cf6; }
            .lock, .region, .milestone, .turns, .scope, .undo, .label, .definition { fill: none; stroke: #64748b; }
            .lock { stroke: #8b5cf6; stroke-width: 2; } .region { stroke: #0d9488; stroke-dasharray: 7 4; }
            .milestone { stroke: #0d9488; stroke-dasharray: 2 3; } .scope, .undo { stroke: #dc2626; stroke-dasharray: 7 4; }
            .each, .sheet { stroke: #64748b; } .definition { stroke: #8b5cf6; }
            @media (prefers-color-scheme: dark) {
            text { fill: #e2e8f0; } text.note { fill: #94a3b8; } .page, .sheet, .each { fill: #0f172a; } .over { stroke: #0f172a; }
            .flow, .sign, .end { stroke: #94a3b8; } .start, .head { fill: #94a3b8; }
            }
            </style>
            <defs>
            <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">
            <path class="head" d="M0 0L8 4L0 8z"/>
            </marker>
            </defs>
            """;

    private PatternPicture() {}

    /**
     * The picture of a pattern.
     *
     * @param title what it shows, for who cannot see it
     */
    public static String of(String title, Pattern pattern) {
        var block = block(pattern);
        var whole = block.leads() ? Row.of(Dot.START, block, Dot.END) : Row.of(Dot.START, block);
        var canvas = new Canvas();
        canvas.place(whole, MARGIN, MARGIN);
        int width = whole.width() + 2 * MARGIN;
        int height = whole.height() + 2 * MARGIN;
        var page = new Svg();
        page.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        page.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "role",
                "img",
                "width",
                width,
                "height",
                height,
                "viewBox",
                "0 0 " + width + " " + height);
        page.text("title", title).raw(STYLE);
        page.add("rect", "class", "page", "width", width, "height", height);
        return page.raw(canvas.draw()).close("svg").toString();
    }

    /** A term that is drawn, and where the blocks of its parts come from. */
    private static final class Drawn {
        private final Pattern pattern;
        private final int depth;
        private final List<Drawn> parts = new ArrayList<>();
        private Block block = Pass.PASS;

        Drawn(Pattern pattern, int depth) {
            this.pattern = pattern;
            this.depth = depth;
        }

        /** Takes as many parts as there is room for, and says how many. */
        int open(int room) {
            int count = pattern.parts().size();
            boolean none = depth == DEPTH_MAX || (room < count && !isList(pattern.term()));
            int shown = none ? 0 : Math.min(count, room);
            for (var part : pattern.parts().subList(0, shown)) {
                parts.add(new Drawn(part, depth + 1));
            }
            return shown;
        }

        /** Makes the block; those of the parts are there. */
        void close() {
            int count = pattern.parts().size();
            if (parts.isEmpty() && count > 0) {
                block = more(pattern.terms());
                return;
            }
            var blocks = new ArrayList<Block>();
            parts.forEach(it -> blocks.add(it.block));
            boolean cut = parts.size() < count;
            if (cut) {
                var others = pattern.parts().subList(parts.size(), count);
                blocks.add(more(others.stream().mapToInt(Pattern::terms).sum()));
            }
            block = new Sketch(pattern, blocks, cut).block();
        }

        private static Box more(int terms) {
            var words = "… " + terms + " more term" + (terms == 1 ? "" : "s");
            return new Box(Box.Kind.MORE, words, "", words);
        }
    }

    /** Whether a picture of some of the parts makes sense. */
    private static boolean isList(Term term) {
        return switch (term) {
            case Term.Seq _,
                    Term.Par _,
                    Term.Choice _,
                    Term.Free _,
                    Term.Await _,
                    Term.Interleave _,
                    Term.Graph _ ->
                    true;
            default -> false;
        };
    }

    /** Terms are opened from the outside inwards and closed from the inside outwards. */
    private static Block block(Pattern pattern) {
        var drawn = new ArrayList<Drawn>();
        drawn.add(new Drawn(pattern, 1));
        int room = TERMS_MAX - 1;
        for (int i = 0; i < drawn.size(); i++) {
            room -= drawn.get(i).open(room);
            drawn.addAll(drawn.get(i).parts);
        }
        drawn.reversed().forEach(Drawn::close);
        return drawn.getFirst().block;
    }
}
