package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/** The branches that are prepared, in PostgreSQL and at the broker. */
record InDoubt(FaultContext context) {

  List<String> branches() throws Exception {
    var all =
        new ArrayList<>(context.sql().values("SELECT gid FROM scheduler.prepared_transaction"));
    all.addAll(context.console().preparedTransactions());
    return all;
  }

  /**
   * Waits until those that are there now have ended: new ones come and go with the load.
   *
   * @return those that have not ended within the limit
   */
  Set<String> awaitEnd(Duration limit) throws InterruptedException {
    var left = new HashSet<String>();
    Callable<Boolean> asked =
        () -> {
          left.addAll(branches());
          return true;
        };
    Callable<Boolean> ended = () -> Collections.disjoint(left, branches());
    if (!Wait.until(limit, asked)) {
      return Set.of("neither side answers");
    }
    return Wait.until(limit, ended) ? Set.of() : remaining(left);
  }

  private Set<String> remaining(Set<String> left) {
    try {
      left.retainAll(branches());
      return left;
    } catch (Exception e) {
      return Set.of(e.toString());
    }
  }
}
