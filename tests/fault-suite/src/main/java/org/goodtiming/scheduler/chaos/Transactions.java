package org.goodtiming.scheduler.chaos;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** How PostgreSQL takes part in the scheduler's transactions: {@code scheduler.transactions}. */
enum Transactions {
  XA,
  LAST_RESOURCE;

  /** What the nodes do when nobody says otherwise. */
  static final Transactions BY_DEFAULT = LAST_RESOURCE;

  /** Tells it to the nodes. */
  static final String VARIABLE = "SCHEDULER_TRANSACTIONS";

  /** The transactions of nodes with that environment. */
  static Transactions of(Map<String, String> environment) {
    var setting = environment.getOrDefault(VARIABLE, BY_DEFAULT.setting());
    return Arrays.stream(values())
        .filter(mode -> mode.setting().equals(setting))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(VARIABLE + " is " + setting));
  }

  String setting() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return setting();
  }
}
