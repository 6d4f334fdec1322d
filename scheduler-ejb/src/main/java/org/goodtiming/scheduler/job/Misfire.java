package org.goodtiming.scheduler.job;

import java.util.Arrays;
import java.util.Optional;
import org.goodtiming.scheduler.api.WireContract;

/** What becomes of planned times that were missed by more than the threshold. */
public enum Misfire {
  /** One run for all of them, at once; the next one is the first that is still to come. */
  FIRE_ONCE(WireContract.MISFIRE_FIRE_ONCE),
  /** A run for each of them, one after the other. */
  FIRE_ALL(WireContract.MISFIRE_FIRE_ALL);

  private final String wireName;

  Misfire(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  /** Empty if there is no such policy. */
  public static Optional<Misfire> named(String wireName) {
    return Arrays.stream(values()).filter(each -> each.wireName.equals(wireName)).findFirst();
  }
}
