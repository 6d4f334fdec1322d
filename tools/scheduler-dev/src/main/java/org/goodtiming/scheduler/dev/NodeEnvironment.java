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

  /** The setting scheduler.log.format of the nodes, and which formatter their servers get. */
  static final String LOG_FORMAT = "SCHEDULER_LOG_FORMAT";

  /** Of the first user of the REST API. */
  static final String REST_PASSWORD = "SCHEDULER_REST_ADMIN_PASSWORD";

  /** By which pool the scheduler takes part in transactions; see pre-boot.asadmin. */
  String schedulerPool() {
    return "scheduler-" + environment.getOrDefault(TRANSACTIONS, "");
  }
}
