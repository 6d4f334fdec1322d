package org.goodtiming.scheduler.dispatch;

/**
 * Notices when the container no longer calls the timer of this node, and when it does again. It
 * counts looks instead of time, so that it blames no timer for a node that stood still as a whole.
 */
public final class TimerWatch {

  /** Without a call between so many looks the timer counts as silent. */
  static final int PATIENCE = 5;

  private final DispatchLog log;
  private int looks;

  public TimerWatch(DispatchLog log) {
    this.log = log;
  }

  /** The container has called the timer. */
  public synchronized void called() {
    if (looks >= PATIENCE) {
      log.timerIsCalledAgain(looks);
    }
    looks = 0;
  }

  /**
   * Is asked once in each interval of the timer, by another clock.
   *
   * @return whether the container has not called the timer for too long; logged once
   */
  public synchronized boolean isSilent() {
    looks++;
    if (looks == PATIENCE) {
      log.timerIsSilent(looks);
    }
    return looks >= PATIENCE;
  }
}
