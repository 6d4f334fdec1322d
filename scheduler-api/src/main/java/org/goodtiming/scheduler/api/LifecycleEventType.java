package org.goodtiming.scheduler.api;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Qualifier;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Restricts an observer of {@link LifecycleEvent} to one type. */
@Qualifier
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.FIELD, ElementType.METHOD, ElementType.TYPE})
public @interface LifecycleEventType {

  /** {@link LifecycleEvent#type}, such as {@code job.failed}. */
  String value();

  /** The qualifier of an event. */
  final class Literal extends AnnotationLiteral<LifecycleEventType> implements LifecycleEventType {

    private static final long serialVersionUID = 1;

    private final String value;

    private Literal(String value) {
      this.value = value;
    }

    /** The qualifier of events of that type. */
    public static Literal of(String type) {
      return new Literal(type);
    }

    @Override
    public String value() {
      return value;
    }
  }
}
