package dev.reprise.vm;

import dev.reprise.program.Code;
import dev.reprise.program.Op;
import dev.reprise.program.Program;
import java.util.ArrayList;
import java.util.function.Consumer;

/** Tells what happens. */
final class Tracer {
    private final Board board;
    private final Program program;
    private final Detail detail;
    private final Consumer<? super Event> events;

    Tracer(Board board, Settings settings) {
        this.board = board;
        this.program = board.program;
        this.detail = settings.detail();
        this.events = settings.events();
    }

    boolean isFull() {
        return detail == Detail.FULL;
    }

    /** Something happens to the task where the token is. */
    void task(Event.What what, int token) {
        if (detail != Detail.NONE) {
            int at = board.tokens.at(token);
            int number = program.at(at + 1);
            var name =
                    program.at(at) == Code.TASK
                            ? program.tables().tasks().get(number)
                            : program.tables().effects().get(number).name();
            tell(what, name, spot(token));
        }
    }

    void picked(int token, int place, int branch) {
        if (detail != Detail.NONE) {
            tell(Event.What.PICKED, Integer.toString(branch), spot(token, place));
        }
    }

    void lost(String signal) {
        if (detail != Detail.NONE) {
            tell(Event.What.LOST, signal, "");
        }
    }

    void reduced(int token, int at) {
        tell(Event.What.REDUCED, Op.of(program.at(at)).name(), spot(token, program.place(at)));
    }

    void end(Status status) {
        if (detail == Detail.NONE) {
            return;
        }
        switch (status) {
            case Status.Done _ -> tell(Event.What.DONE, "", "");
            case Status.Cancelled() -> tell(Event.What.CANCELLED, "", "");
            case Status.Failed(var failure) -> tell(Event.What.FAILED, Board.type(failure), "");
            case Status.Yielded _, Status.Effects _, Status.Blocked _ -> {}
        }
    }

    private void tell(Event.What what, String subject, String spot) {
        events.accept(new Event(board.steps, what, subject, spot));
    }

    /** The path of the place where the token is, and the numbers of the frames around it. */
    String spot(int token) {
        return spot(token, program.place(board.tokens.at(token)));
    }

    private String spot(int token, int place) {
        var frames = board.frames;
        var numbers = new ArrayList<String>();
        int frame = frames.noted(board.tokens.frame(token));
        while (frame >= 0) {
            if (frames.number(frame) >= 0) {
                numbers.add(Integer.toString(frames.number(frame)));
            }
            frame = frames.notedAround(frame);
        }
        var path = program.path(place);
        return numbers.isEmpty() ? path : path + "[" + String.join(",", numbers.reversed()) + "]";
    }
}
