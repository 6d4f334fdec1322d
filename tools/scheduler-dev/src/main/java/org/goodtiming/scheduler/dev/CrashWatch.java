package org.goodtiming.scheduler.dev;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.Set;

/** Reports once for each crash that a server of a running stack has ended unexpectedly. */
public final class CrashWatch implements Runnable {
  private static final long PERIOD_MILLIS = 2_000;

  private final DevStack stack;
  private final PrintStream out;
  private final Set<String> told = new HashSet<>();

  private CrashWatch(DevStack stack, PrintStream out) {
    this.stack = stack;
    this.out = out;
  }

  /** Watches in the background until the JVM ends. */
  public static void start(DevStack stack, PrintStream out) {
    var thread = new Thread(new CrashWatch(stack, out), "crash-watch");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    try {
      while (true) {
        tell();
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell() {
    var ended = stack.ended();
    ended.forEach(
        (name, end) -> {
          if (told.add(name)) {
            out.printf("%s%n'./scheduler start %s' starts it again.%n", end, name);
          }
        });
    told.retainAll(ended.keySet());
  }
}
