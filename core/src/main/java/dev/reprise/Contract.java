package dev.reprise;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Tells the null checker what a method does with its arguments; it knows this name and syntax. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
@interface Contract {
    /** Such as {@code "false, _ -> fail"}. */
    String value();
}
