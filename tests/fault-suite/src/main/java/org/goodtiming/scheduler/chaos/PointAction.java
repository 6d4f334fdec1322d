package org.goodtiming.scheduler.chaos;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.chaos.Point.Spot;

/** What is to happen to a node at a point, in which kind of transaction. */
record PointAction(Point point, Work work, Action action) {

  /**
   * Recognized by what is on the stack of the thread. The container commits after a listener has
   * returned, so each thread is linked to the listener that it has called last.
   */
  enum Work {
    DISPATCH("in a dispatch", ".*scheduler.dispatch.*"),
    REGISTRATION(
        "in a registration",
        ".*RegistrationListener.*|.*RegistrationTransactions.*|.*MessageBeanContainer.*",
        "NOT (%s OR %s OR %s)"
            .formatted(
                Listener.REPORT.called(), Listener.WORKER.called(), Listener.DEAD_LETTER.called())),
    REPORT(
        "in the transaction that stores reports",
        ".*ReportListener.*|.*MessageBeanContainer.*",
        Listener.REPORT.called()),
    DEAD_LETTER(
        "in the transaction of a dead letter",
        ".*DeadLetterListener.*|.*MessageBeanContainer.*",
        Listener.DEAD_LETTER.called()),
    WORKER("in the transaction of a worker", ".*MessageBeanContainer.*", Listener.WORKER.called()),
    EVENTS("while it publishes lifecycle events", ".*scheduler.lifecycle.*"),
    RECOVERY("in a recovery", ".*RecoveryManager.*|.*ResourceRecovery.*"),
    RESOLUTION("in a resolution", ".*InDoubtWatch.*"),
    LOST_ANSWER("after a commit without an answer", ".*LastResourceConnection.*");

    private final String text;
    private final String caller;
    private final String condition;

    Work(String text, String caller) {
      this(text, caller, "TRUE");
    }

    Work(String text, String caller, String condition) {
      this.text = text;
      this.caller = caller;
      this.condition = condition;
    }

    /** Where it is, for people. */
    String text() {
      return text;
    }

    /** For the command line. */
    String title() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Message-driven beans whose transactions are told apart. */
  private enum Listener {
    REGISTRATION("org.goodtiming.scheduler.registration.RegistrationListener"),
    REPORT("org.goodtiming.scheduler.execution.ReportListener"),
    DEAD_LETTER("org.goodtiming.scheduler.deadletter.DeadLetterListener"),
    WORKER("org.goodtiming.scheduler.system.tracked.TrackedWorker");

    private final String className;

    Listener(String className) {
      this.className = className;
    }

    /** A condition: the thread has called this one last. */
    String called() {
      return "\"%s\".equals(linked(Thread.currentThread()))".formatted(name());
    }

    private String rule() {
      return """
          RULE calls %1$s
          CLASS %1$s
          METHOD onMessage
          AT ENTRY
          IF TRUE
          DO link(Thread.currentThread(), "%2$s")
          ENDRULE

          """
          .formatted(className, name());
    }
  }

  /** Byteman's rules that link each thread to the listener that it calls. */
  static final String LINKS =
      Stream.of(Listener.values()).map(Listener::rule).collect(Collectors.joining());

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
            work.caller,
            action == Action.KILL
                ? "killJVM()"
                : "Runtime.getRuntime().exec(\"sh %s\", null, new java.io.File(\"%s\")).waitFor()"
                    .formatted(freezer, directory),
            spot.condition(),
            work.condition);
  }
}
