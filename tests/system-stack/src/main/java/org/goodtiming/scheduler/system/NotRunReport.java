package org.goodtiming.scheduler.system;

import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Prints at the end of a run the tests that did not run, and the requirement of each. */
public final class NotRunReport implements TestExecutionListener {

  private final List<String> notRun = new ArrayList<>();

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    add(test, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == Status.ABORTED) {
      add(test, result.getThrowable().map(Throwable::getMessage).orElse("no reason given"));
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    if (!notRun.isEmpty()) {
      System.out.println(notRun.size() + " not run:");
      notRun.forEach(System.out::println);
    }
  }

  private synchronized void add(TestIdentifier test, String reason) {
    notRun.add("  %s: %s".formatted(nameOf(test), reason.replace("Assumption failed: ", "")));
  }

  private static String nameOf(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(MethodSource.class::cast)
        .map(method -> method.getJavaClass().getSimpleName() + "." + method.getMethodName())
        .orElse(test.getDisplayName());
  }
}
