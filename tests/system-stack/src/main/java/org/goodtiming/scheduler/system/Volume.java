package org.goodtiming.scheduler.system;

/** How much a test sends or repeats: little in the daily run, everything with {@code -Pnightly}. */
public final class Volume {

  private static final boolean FULL = "full".equals(System.getProperty("scheduler.volume"));

  private Volume() {}

  /**
   * @param daily in {@code mvn verify}
   * @param nightly with {@code -Pnightly}
   */
  public static int of(int daily, int nightly) {
    return FULL ? nightly : daily;
  }
}
