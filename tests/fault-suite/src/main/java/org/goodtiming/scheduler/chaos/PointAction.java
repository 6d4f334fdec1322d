package org.goodtiming.scheduler.chaos;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.goodtiming.scheduler.chaos.Point.Spot;

/** The action on a node at a point, in a kind of transaction. */
record PointAction(Point point, Work work, Action action) {

  /** By the process itself, so that nothing happens between the point and the action. */
  enum Action {
    KILL,
    FREEZE
  }

  String name(Transactions transactions) {
    return "%s.%s.%s.%s".formatted(transactions, point, work, action).toLowerCase(Locale.ROOT);
  }

  /**
   * The rule in Byteman's language. It springs once for each time that the file is laid: whoever
   * can delete it is the one.
   *
   * @param freezer a shell script in the directory, which freezes the process that calls it
   * @return nothing if there is no such point in transactions of that kind
   */
  Optional<String> rule(Transactions transactions, Path directory, Path freezer) {
    return point.in(transactions).map(spot -> rule(name(transactions), spot, directory, freezer));
  }

  private String rule(String name, Spot spot, Path directory, Path freezer) {
    return """
        RULE %1$s
        CLASS %2$s
        METHOD %3$s
        %4$s
        BIND trap = new java.io.File("%5$s/" + System.getenv("SCHEDULER_NODE_NAME") + ".%1$s")
        IF trap.exists() AND %8$s AND %9$s AND callerMatches("%6$s", true, true, 1, 200) AND trap.delete()
        DO %7$s
        ENDRULE
        """
        .formatted(
            name,
            spot.className(),
            spot.method(),
            spot.where(),
            directory,
            work.caller(),
            action == Action.KILL
                ? "killJVM()"
                : "Runtime.getRuntime().exec(\"sh %s\", null, new java.io.File(\"%s\")).waitFor()"
                    .formatted(freezer, directory),
            spot.condition(),
            work.condition());
  }
}
