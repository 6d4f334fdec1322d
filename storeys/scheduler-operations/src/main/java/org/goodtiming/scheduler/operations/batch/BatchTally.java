package org.goodtiming.scheduler.operations.batch;

import java.util.ArrayList;
import java.util.List;

/**
 * The results of a step of a batch operation. Jobs that no longer wait are not counted.
 *
 * @param refusals why each of them was refused
 */
public record BatchTally(int done, List<String> refusals) {

  public static final BatchTally NOTHING = new BatchTally(0, List.of());

  public BatchTally plusDone() {
    return new BatchTally(done + 1, refusals);
  }

  public BatchTally plusRefused(String why) {
    List<String> all = new ArrayList<>(refusals);
    all.add(why);
    return new BatchTally(done, List.copyOf(all));
  }
}
