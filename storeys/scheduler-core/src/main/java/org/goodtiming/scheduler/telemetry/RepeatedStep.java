package org.goodtiming.scheduler.telemetry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * A step that an executor repeats, whatever it throws: the executor would silently end the
 * repetition.
 *
 * @param name for the log
 */
public record RepeatedStep(String name, Runnable step) implements Runnable {

  private static final Logger LOG = System.getLogger(RepeatedStep.class.getName());

  @Override
  public void run() {
    try {
      step.run();
    } catch (Throwable e) {
      LOG.log(
          Level.ERROR,
          "SCHED-0715 a step of %s failed unexpectedly; it is repeated".formatted(name),
          e);
    }
  }
}
