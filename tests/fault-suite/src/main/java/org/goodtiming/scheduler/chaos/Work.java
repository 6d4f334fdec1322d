package org.goodtiming.scheduler.chaos;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kind of work of a node. It is recognized by what is on the stack of the thread. The container
 * commits after a listener has returned, so each thread is linked to the listener that it has
 * called last.
 */
enum Work {
  DISPATCH("in a dispatch", ".*scheduler.dispatch.*"),
  REGISTRATION(
      "in a registration",
      ".*RegistrationListener.*|.*OverflowConsumers.*|.*AmqpRegistrationPoller.*|.*MessageBeanContainer.*",
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
  PARENTS("in a transaction that finds parents or releases their children", ".*ParentWatch.*"),
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

  /** The name on the command line. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A pattern of the methods on the stack, in Byteman's language. */
  String caller() {
    return caller;
  }

  /** The condition in Byteman's language. */
  String condition() {
    return condition;
  }

  /** Message-driven beans whose transactions are distinguished. */
  private enum Listener {
    REGISTRATION("org.goodtiming.scheduler.container.RegistrationListener"),
    REPORT("org.goodtiming.scheduler.container.ReportListener"),
    DEAD_LETTER("org.goodtiming.scheduler.container.DeadLetterListener"),
    WORKER("org.goodtiming.scheduler.system.tracked.TrackedWorker");

    private final String className;

    Listener(String className) {
      this.className = className;
    }

    /** The condition that the thread has called this listener last. */
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
}
