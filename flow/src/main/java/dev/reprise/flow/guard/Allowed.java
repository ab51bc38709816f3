package dev.reprise.flow.guard;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Silences the {@link Guard} where it is wrong, and says why it is wrong there.
 *
 * <p>On a method or constructor it covers the code written inside it, its lambdas and the classes
 * declared in it; on a class, everything inside the class. It does not cover the methods called
 * from there: those carry their own. Field initialisers belong to every constructor, static ones to
 * the class. One that silences nothing is not reported: a later release of the guard may find less,
 * and that must not refuse a workflow which was taken before.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.TYPE})
public @interface Allowed {
    /** The rules that do not apply here. */
    Rule[] value();

    /** Why replay gives the same here; a blank one is itself a finding. */
    String reason();
}
