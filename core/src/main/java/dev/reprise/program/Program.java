package dev.reprise.program;

import dev.reprise.pattern.Pattern;
import dev.reprise.pattern.Registry;
import dev.reprise.pattern.Unlinkable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pattern as flat code: instructions one after the other, with jumps that are resolved, tables of
 * what their operands stand for, and the place of the pattern that each instruction comes from. It
 * never changes. Two programs are equal when their {@link #hash() hashes} are.
 */
public final class Program {
    private final int[] code;

    /** For each position in the code where an instruction begins: its place. */
    private final int[] places;

    private final int[] parents;
    private final int[] ranks;
    private final Tables tables;
    private @Nullable String hash;

    Program(int[] code, int[] places, int[] parents, int[] ranks, Tables tables) {
        this.code = code;
        this.places = places;
        this.parents = parents;
        this.ranks = ranks;
        this.tables = tables;
    }

    /**
     * The program of this pattern.
     *
     * @throws Unlinkable if regions or calls in it lead nowhere
     */
    public static Program of(Pattern pattern) {
        return Compiler.compile(pattern);
    }

    /**
     * Reads what {@link #toBytes()} wrote, and checks all of it.
     *
     * @throws dev.reprise.form.Malformed with the place and the rule that is broken
     */
    public static Program read(byte[] bytes) {
        return ProgramForm.read(bytes);
    }

    /** This program written down; equal programs give equal bytes. */
    public byte[] toBytes() {
        return ProgramForm.bytes(this);
    }

    /** The SHA-256 of what this program is, in hexadecimal: its name everywhere. */
    public String hash() {
        var known = hash;
        if (known == null) {
            known = ProgramForm.hash(this);
            hash = known;
        }
        return known;
    }

    /**
     * This program with the code that it names.
     *
     * @throws Unlinkable if names are not bound; it lists all of them
     */
    public LinkedProgram link(Registry registry) {
        return LinkedProgram.link(this, registry);
    }

    /** The number at this position in the code. */
    public int at(int position) {
        return code[position];
    }

    /** How long the code is. */
    public int size() {
        return code.length;
    }

    /** What the numbers stand for. */
    public Tables tables() {
        return tables;
    }

    /** The place of the instruction that begins at this position. */
    public int place(int position) {
        return places[position];
    }

    /** How many places the pattern has. */
    public int placesCount() {
        return parents.length;
    }

    /** The place of the term whose part this place is; -1 for the whole. */
    public int parent(int place) {
        return parents[place];
    }

    /** Which part of its parent this place is. */
    public int rank(int place) {
        return ranks[place];
    }

    /** The way from the whole to this place, by the numbers of parts: {@code /}, {@code /2/0}. */
    public String path(int place) {
        int depth = 0;
        for (int at = place; parents[at] >= 0; at = parents[at]) {
            depth++;
        }
        if (depth == 0) {
            return "/";
        }
        int[] steps = new int[depth];
        for (int at = place; parents[at] >= 0; at = parents[at]) {
            steps[--depth] = ranks[at];
        }
        var path = new StringBuilder();
        for (int step : steps) {
            path.append('/').append(step);
        }
        return path.toString();
    }

    /** The position of the instruction after the one at this position. */
    public int next(int position) {
        var op = Op.of(code[position]);
        int end = op.listAt(position);
        return op.group().isEmpty() ? end : end + 1 + code[end] * op.group().size();
    }

    /** The instructions for a person to read. */
    public List<String> listing() {
        return Listing.of(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Program that
                        && Arrays.equals(code, that.code)
                        && Arrays.equals(places, that.places)
                        && Arrays.equals(parents, that.parents)
                        && Arrays.equals(ranks, that.ranks)
                        && tables.equals(that.tables));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(code);
    }

    @Override
    public String toString() {
        return "program " + hash().substring(0, 12) + " of " + code.length + " numbers";
    }
}
