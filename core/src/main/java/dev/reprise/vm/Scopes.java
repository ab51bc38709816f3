package dev.reprise.vm;

import dev.reprise.Failure;
import dev.reprise.pattern.Context;
import dev.reprise.program.Code;
import dev.reprise.program.Program;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Failures, what scopes do about them, and what is remembered to be undone. */
final class Scopes {
    private final Board board;
    private final Program program;
    private final Tokens tokens;
    private final Frames frames;

    /** Something that may have to be undone: where the code is that undoes it, and the context. */
    record Undoing(int at, Context context) {}

    /** What is still to be undone, the next one last, and why. */
    record Compensation(List<Undoing> rest, Failure failure) {}

    Scopes(Board board) {
        this.board = board;
        this.program = board.program;
        this.tokens = board.tokens;
        this.frames = board.frames;
    }

    /** Hands the failure to the nearest scope around the token that is not left, or to the run. */
    void fail(int token, Failure failure) {
        var told = failure;
        int frame = frames.noted(tokens.frame(token));
        while (frame >= 0) {
            int around = frames.notedAround(frame);
            if (!frames.isLeft(frame)) {
                if (frames.kind(frame) == Frames.SCOPE && remedied(frame, told)) {
                    return;
                }
                if (frames.kind(frame) == Frames.UNDOING) {
                    told = told.causedBy(compensation(frame).failure());
                }
            }
            frame = around;
        }
        board.end(new Status.Failed(told));
    }

    /** Does something about a failure inside the scope; false when it goes on to those around. */
    private boolean remedied(int scope, Failure failure) {
        int owner = frames.owner(scope);
        int site = frames.site(scope);
        int attempt = frames.number(scope);
        var base = frames.base(scope);
        var undos = undos(scope);
        board.withdraw(scope, owner);
        tokens.context(owner, base);
        return switch (program.at(site)) {
            case Code.RECOVER -> {
                var into = program.tables().names().get(program.at(site + 1));
                if (!into.isEmpty()) {
                    tokens.context(owner, base.with(into, Board.type(failure)));
                }
                board.goOn(owner, program.at(site + 2));
                yield true;
            }
            case Code.RETRY -> {
                if (attempt + 1 == program.at(site + 1)) {
                    yield false;
                }
                tokens.at(owner, site);
                enter(owner, attempt + 1);
                yield true;
            }
            default -> {
                if (undos == null) {
                    yield false;
                }
                undo(owner, site, 0, new Compensation(undos, failure));
                yield true;
            }
        };
    }

    /** The token goes into the scope where it is; a retry is numbered by the attempt. */
    void enter(int token, int attempt) {
        int scope = board.enter(token, Frames.SCOPE, attempt);
        frames.base(scope, tokens.context(token));
        board.goOn(token, program.next(frames.site(scope)));
    }

    /** The token goes out of a scope; what is remembered is handed to the next one around. */
    void leave(int scope) {
        int owner = frames.owner(scope);
        var undos = undos(scope);
        board.leave(scope);
        int outer = undos == null ? -1 : compensating(owner);
        if (outer >= 0) {
            var known = undos(outer);
            if (known == null) {
                frames.extra(outer, undos);
            } else {
                known.addAll(undos);
            }
        }
    }

    /** What the token has done is remembered by the nearest compensating scope. */
    void remember(int token, int at) {
        int scope = compensating(token);
        if (scope >= 0) {
            var undos = undos(scope);
            if (undos == null) {
                undos = new ArrayList<>();
                frames.extra(scope, undos);
            }
            undos.add(new Undoing(at, tokens.context(token)));
        }
    }

    private int compensating(int token) {
        int frame = frames.noted(tokens.frame(token));
        while (frame >= 0) {
            if (frames.kind(frame) == Frames.SCOPE
                    && !frames.isLeft(frame)
                    && program.at(frames.site(frame)) == Code.COMPENSATE) {
                return frame;
            }
            frame = frames.notedAround(frame);
        }
        return -1;
    }

    private void undo(int token, int site, int number, Compensation compensation) {
        var next = compensation.rest().removeLast();
        int frame = board.enter(token, Frames.UNDOING, site, number, false);
        frames.extra(frame, compensation);
        tokens.context(token, next.context());
        board.goOn(token, next.at());
    }

    /** Something is undone: the next one, or after the last one the failure goes on. */
    void undone(int token) {
        int frame = tokens.frame(token);
        var compensation = compensation(frame);
        int site = frames.site(frame);
        int number = frames.number(frame);
        board.leave(frame);
        if (compensation.rest().isEmpty()) {
            fail(token, compensation.failure());
        } else {
            undo(token, site, number + 1, compensation);
        }
    }

    @SuppressWarnings("unchecked")
    @Nullable List<Undoing> undos(int scope) {
        return (List<Undoing>) frames.extra(scope);
    }

    Compensation compensation(int frame) {
        return (Compensation) java.util.Objects.requireNonNull(frames.extra(frame));
    }
}
