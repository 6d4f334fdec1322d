package org.goodtiming.scheduler.chaos;

import java.util.Locale;

/** What is to happen to a node at a point, in which kind of transaction. */
record Trap(Point point, Work work, Action action) {

  /** Recognized by what is on the stack of the thread. */
  enum Work {
    HAND_OFF(".*DispatchTimer.*"),
    REGISTRATION(".*RegistrationListener.*|.*MessageBeanContainer.*"),
    RECOVERY(".*RecoveryManager.*|.*ResourceRecovery.*");

    private final String caller;

    Work(String caller) {
      this.caller = caller;
    }
  }

  /** In Byteman's language. The process is its own killer: nothing runs between. */
  enum Action {
    KILL("killJVM()"),
    STOP(
        "Runtime.getRuntime().exec(\"kill -STOP \" + java.lang.ProcessHandle.current().pid())"
            + ".waitFor()");

    private final String command;

    Action(String command) {
      this.command = command;
    }
  }

  String name() {
    return "%s.%s.%s".formatted(point, work, action).toLowerCase(Locale.ROOT);
  }

  /** Springs once for each time that the file is laid: whoever can delete it is the one. */
  String rule(String directory) {
    var file =
        "new java.io.File(\"%s/\" + System.getenv(\"SCHEDULER_NODE_NAME\") + \".%s\")"
            .formatted(directory, name());
    return """
        RULE %s
        CLASS %s
        METHOD %s
        %s
        IF %s.exists() AND callerMatches("%s", true, true, 1, 200) AND %s.delete()
        DO %s
        ENDRULE
        """
        .formatted(
            name(),
            point.className,
            point.method,
            point.where,
            file,
            work.caller,
            file,
            action.command);
  }
}
