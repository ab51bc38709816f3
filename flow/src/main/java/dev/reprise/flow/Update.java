package dev.reprise.flow;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The method of a {@link Workflow} that handles an update: a message that is answered. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Update {
    /** What it is called outside; the method's name when this is empty. */
    String value() default "";

    /**
     * The method that may turn the update away by throwing, before it leaves any trace; it has the
     * same parameters, and reads only. Empty when every update is let in.
     */
    String validator() default "";
}
