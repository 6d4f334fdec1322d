package org.goodtiming.scheduler.chaos;

import java.time.Duration;

/** How fast a worker works; a fault slows it down or makes it hang. */
final class WorkerSpeed {

  private Duration each = Duration.ZERO;
  private boolean hung;

  synchronized void slow(Duration forEachMessage) {
    each = forEachMessage;
  }

  synchronized void hang() {
    hung = true;
  }

  synchronized void normal() {
    each = Duration.ZERO;
    hung = false;
    notifyAll();
  }

  void work() throws InterruptedException {
    Wait.pause(awaitLeave());
  }

  private synchronized Duration awaitLeave() throws InterruptedException {
    while (hung) {
      wait();
    }
    return each;
  }
}
