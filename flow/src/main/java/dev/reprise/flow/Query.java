package dev.reprise.flow;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method of a {@link Workflow} that handles a query: it answers from the state of the workflow,
 * and changes nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Query {
    /** What it is called outside; the method's name when this is empty. */
    String value() default "";
}
