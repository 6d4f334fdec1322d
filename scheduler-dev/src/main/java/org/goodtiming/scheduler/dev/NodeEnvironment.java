package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a node gets from its stack. */
record NodeEnvironment(
    ProcessRecords processes,
    StartGate gate,
    Path transactions,
    Path console,
    String adminPassword,
    Map<String, String> environment,
    List<Path> archives) {

  /** The setting scheduler.transactions of the nodes, and which pool they get. */
  static final String TRANSACTIONS = "SCHEDULER_TRANSACTIONS";

  /** By which pool the scheduler takes part in transactions; see pre-boot.asadmin. */
  String schedulerPool() {
    return "scheduler-" + environment.getOrDefault(TRANSACTIONS, "");
  }
}
