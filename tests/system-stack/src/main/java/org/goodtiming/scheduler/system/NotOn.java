package org.goodtiming.scheduler.system;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** A part of the contract that these servers do not keep, or have not shown; docs/servers.md. */
@ExtendWith(NotOn.OtherServers.class)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface NotOn {

  /** The servers, by the names of {@code -Dserver}. */
  String[] servers();

  /** The missing feature, for the page. */
  String because();

  /** Lets the test run on the others. */
  final class OtherServers implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return AnnotationSupport.findAnnotation(context.getElement(), NotOn.class)
          .filter(not -> List.of(not.servers()).stream().anyMatch(SystemStack.SERVERS::contains))
          .map(not -> ConditionEvaluationResult.disabled(not.because()))
          .orElseGet(() -> ConditionEvaluationResult.enabled("the server keeps it"));
    }
  }
}
