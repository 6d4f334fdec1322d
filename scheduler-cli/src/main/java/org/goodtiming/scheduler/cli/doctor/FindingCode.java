package org.goodtiming.scheduler.cli.doctor;

import static org.goodtiming.scheduler.cli.doctor.Severity.error;
import static org.goodtiming.scheduler.cli.doctor.Severity.note;
import static org.goodtiming.scheduler.cli.doctor.Severity.warning;

/** All findings of the doctor. A code is documented, and never gets another meaning. */
public enum FindingCode {
  NO_CONNECTION("GTD-101", error, "the database cannot be reached, or refuses the login"),
  OLD_SERVER("GTD-102", error, "the version of PostgreSQL is not supported"),
  NO_SCHEMA("GTD-103", error, "the database has no schema of the scheduler"),
  OLD_SCHEMA("GTD-104", error, "migrations are missing"),
  NEW_SCHEMA("GTD-105", warning, "the schema is newer than this command line"),
  NO_ROLE("GTD-106", error, "a role does not exist"),
  NO_LOGIN("GTD-107", error, "a role cannot log in"),
  STRONG_ROLE("GTD-108", warning, "a role has rights that it does not need"),
  NO_PRIVILEGE("GTD-109", error, "a role lacks a right"),
  ROLE_SETTINGS("GTD-110", warning, "a role lacks a setting of roles.sql, or has another value"),
  FEW_CONNECTIONS(
      "GTD-111",
      error,
      "the pools of the nodes may open more connections than the database allows"),
  FEW_READERS(
      "GTD-112", warning, "the pools of the nodes may open more connections than the role allows"),
  FEW_PREPARED(
      "GTD-113",
      error,
      "mode xa: the nodes may prepare more transactions than the database allows"),
  NOT_DURABLE("GTD-114", error, "a crash of the database can lose what it has committed"),
  READ_ONLY("GTD-115", error, "the database accepts no changes"),
  ISOLATION(
      "GTD-116", error, "a role of the nodes has another isolation level than read committed"),
  NO_AUTOVACUUM("GTD-117", warning, "dead rows are not removed automatically"),
  DEAD_ROWS("GTD-118", warning, "a table consists mostly of dead rows"),
  UNLOGGED("GTD-119", error, "a table is emptied by a crash of the database"),
  INVALID_INDEX("GTD-120", error, "an index is not used, because its creation failed"),
  PREPARED("GTD-121", error, "a transaction has been prepared for more than a minute"),
  OPEN_TRANSACTION(
      "GTD-122",
      warning,
      "a transaction has been open for more than five minutes, so that dead rows are not removed"),
  CLOCK("GTD-123", warning, "the clocks of the database and of this machine differ"),
  OPEN_DATABASE(
      "GTD-124",
      warning,
      "any role may connect to another database of the server, and fill the disk or the lock table from there"),
  ASYNCHRONOUS_STANDBY(
      "GTD-125", warning, "a failover of the database can lose what it has committed last"),
  NO_STANDBY(
      "GTD-126", error, "every commit of the database waits for a standby, and none follows"),
  NO_DATABASE("GTD-197", note, "the address of the database is not given, so it was not examined"),
  HIDDEN_SESSIONS(
      "GTD-198", note, "the login does not see the transactions of other users, nor standbys"),
  UNCHECKED("GTD-199", warning, "a check of the database failed"),
  NO_BROKER("GTD-201", error, "the files of the broker cannot be read"),
  BROKER_DIFFERS(
      "GTD-202", error, "the broker has other addresses, permissions or settings than nodes need"),
  NO_BROKER_USER("GTD-203", error, "a user of the broker does not exist"),
  OPEN_ACCEPTOR("GTD-204", warning, "an acceptor is open to other machines, without TLS"),
  UNSAFE_BROKER(
      "GTD-205", error, "the version of the broker has a known vulnerability, or is not supported"),
  BROKER_VERSION("GTD-206", note, "the version of the broker is not known"),
  BROKER_SETTING("GTD-207", error, "the running broker has another setting than nodes need"),
  NO_OWN_QUEUE("GTD-208", error, "a queue of the scheduler does not exist at the broker"),
  NO_WORKER_QUEUE("GTD-209", error, "a worker queue does not exist at the broker"),
  NOT_CONSUMED("GTD-210", error, "no node takes the messages of a queue of the scheduler"),
  PAUSED_AT_BROKER(
      "GTD-211", error, "a queue is paused at the broker, which delivers none of its messages"),
  NOT_QUARANTINED(
      "GTD-212",
      error,
      "dead letters or expired messages of a queue do not come to the quarantine"),
  FULL_POLICY(
      "GTD-213", error, "a full queue or disk would block a node, or lose messages, at the broker"),
  ALMOST_FULL("GTD-214", warning, "a queue has almost reached its limit at the broker"),
  HEURISTIC(
      "GTD-215",
      warning,
      "the broker's management has ended a transaction of an application, whose coordinator has not forgotten it"),
  HEURISTIC_OF_NODE(
      "GTD-216",
      note,
      "the broker remembers a transaction of a node that the scheduler, or somebody by hand, has ended"),
  WEB_CONSOLE(
      "GTD-217", warning, "the broker has a web console of its own, which manages it by HTTP"),
  BROKER_UNSEEN("GTD-297", note, "the running broker was not examined, or not wholly"),
  NODE_AWAY("GTD-301", error, "the node cannot be reached"),
  NODE_NOT_READY("GTD-302", error, "the node is not ready"),
  NODE_REFUSES("GTD-303", error, "the node refuses to show its state"),
  NO_LEADER("GTD-304", error, "no node dispatches the jobs of a partition"),
  DEAD_NODE("GTD-305", error, "a node that does not run has left transactions in doubt"),
  FEW_NODES("GTD-306", warning, "fewer nodes run than there should be"),
  VERSIONS("GTD-307", warning, "nodes of different versions run"),
  NODE_CLOCK("GTD-308", warning, "the clock of a node differs from that of the database"),
  DRAINED(
      "GTD-309", warning, "a node is drained: it dispatches nothing, registers nothing, or both"),
  NO_DOMAIN("GTD-310", error, "the files of the node's domain cannot be read"),
  DOMAIN_SETTING(
      "GTD-311", error, "the node's server lacks a setting without which jobs can be lost"),
  SMALL_HEAP("GTD-312", warning, "the node's server has a small heap"),
  LEDGER("GTD-401", error, "the table of jobs and the job ledger differ"),
  IN_DOUBT("GTD-402", error, "a transaction has been in doubt for more than a minute"),
  UNLISTED_QUEUE("GTD-403", error, "jobs wait for a queue that is not on the allow-list"),
  NO_NEXT_RUN("GTD-404", error, "a schedule has not ended, and has no next run"),
  QUEUE_RESTS("GTD-405", error, "jobs could not be dispatched to a worker queue"),
  QUEUE_PAUSED("GTD-406", warning, "jobs are due in a paused worker queue"),
  QUEUE_LATE(
      "GTD-407",
      warning,
      "jobs are overdue in a worker queue that is open; with a rate limit, more may become due than it allows"),
  NO_CONSUMER("GTD-408", warning, "messages wait in a worker queue that nobody consumes"),
  QUARANTINED("GTD-409", warning, "messages are in the quarantine"),
  NO_KEY("GTD-410", error, "a node lacks an encryption key of a worker queue");

  private final String number;
  private final Severity severity;
  private final String meaning;

  FindingCode(String number, Severity severity, String meaning) {
    this.number = number;
    this.severity = severity;
    this.meaning = meaning;
  }

  /** As it is shown. */
  public String number() {
    return number;
  }

  /** The same for each finding of this code. */
  public Severity severity() {
    return severity;
  }

  /** In half a sentence. */
  public String meaning() {
    return meaning;
  }
}
