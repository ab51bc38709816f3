package dev.reprise.filter;

import java.util.List;
import java.util.stream.Collectors;

/** Writes filters and attributes as people would. */
final class Writing {
    private final StringBuilder out = new StringBuilder();

    private Writing() {}

    static String filter(Filter filter) {
        var writing = new Writing();
        writing.write(filter);
        return writing.out.toString();
    }

    static String value(Value value) {
        return switch (value) {
            case Value.Text(var text) -> text(text);
            case Value.Numeral(var number) -> number.toPlainString();
            case Value.Truth(var truth) -> String.valueOf(truth);
            case Value.Moment(var moment) -> moment.toString();
            case Value.FromNow(var offset) -> Times.text(offset);
            case Value.Status(var status) -> status.word();
        };
    }

    static String attributes(Attributes attributes) {
        return attributes.asMap().entrySet().stream()
                .map(it -> Tokens.name(it.getKey()) + " = " + attribute(it.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String attribute(Attribute attribute) {
        return switch (attribute) {
            case Attribute.Prose(var value) -> "text " + text(value);
            case Attribute.Keyword(var value) -> text(value);
            case Attribute.Whole(var value) -> String.valueOf(value);
            case Attribute.Decimal(var value) -> value.toPlainString();
            case Attribute.Truth(var value) -> String.valueOf(value);
            case Attribute.Moment(var value) -> value.toString();
            case Attribute.Keywords(var values) ->
                    values.stream().map(Writing::text).collect(Collectors.joining(", ", "(", ")"));
        };
    }

    static String text(String text) {
        return Tokens.quoted(text, '\'');
    }

    private void write(Filter filter) {
        switch (filter) {
            case Filter.Always(var value) -> out.append(value);
            case Filter.And(var terms) -> list(terms, " and ");
            case Filter.Or(var terms) -> list(terms, " or ");
            case Filter.Not(var term) -> not(term);
            case Filter.Compare(var field, var op, var value) ->
                    put(field, " " + op.sign() + " ", value.text());
            case Filter.Between(var field, var low, var high) -> between(field, "", low, high);
            case Filter.In(var field, var values) -> in(field, "", values);
            case Filter.Like(var field, var pattern) -> put(field, " like ", text(pattern));
            case Filter.Contains(var field, var text) -> put(field, " contains ", text(text));
            case Filter.Missing(var field) -> put(field, " is null", "");
        }
    }

    private void not(Filter term) {
        switch (term) {
            case Filter.Compare(var field, var op, var value) when op == Filter.Op.EQUAL ->
                    put(field, " <> ", value.text());
            case Filter.Between(var field, var low, var high) -> between(field, " not", low, high);
            case Filter.In(var field, var values) -> in(field, " not", values);
            case Filter.Like(var field, var pattern) -> put(field, " not like ", text(pattern));
            case Filter.Contains(var field, var text) -> put(field, " not contains ", text(text));
            case Filter.Missing(var field) -> put(field, " is not null", "");
            case Filter.And _, Filter.Or _ -> {
                out.append("not ");
                inBrackets(term);
            }
            case Filter.Compare _, Filter.Always _, Filter.Not _ -> {
                out.append("not ");
                write(term);
            }
        }
    }

    private void list(List<Filter> terms, String between) {
        String next = "";
        for (var term : terms) {
            out.append(next);
            next = between;
            boolean binds =
                    !(term instanceof Filter.Or)
                            && !(between.equals(" and ") && term instanceof Filter.And);
            if (binds) {
                write(term);
            } else {
                inBrackets(term);
            }
        }
    }

    private void inBrackets(Filter term) {
        out.append('(');
        write(term);
        out.append(')');
    }

    private void put(Field field, String how, String what) {
        out.append(field.text()).append(how).append(what);
    }

    private void between(Field field, String not, Value low, Value high) {
        put(field, not + " between ", low.text() + " and " + high.text());
    }

    private void in(Field field, String not, List<Value> values) {
        put(
                field,
                not + " in ",
                values.stream().map(Value::text).collect(Collectors.joining(", ", "(", ")")));
    }
}
