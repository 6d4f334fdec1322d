package org.goodtiming.scheduler.cli.doctor;

import static org.goodtiming.scheduler.cli.doctor.Remedy.advice;
import static org.goodtiming.scheduler.cli.doctor.Remedy.command;
import static org.goodtiming.scheduler.cli.doctor.Severity.error;
import static org.goodtiming.scheduler.cli.doctor.Severity.note;
import static org.goodtiming.scheduler.cli.doctor.Severity.warning;

/** All findings of the doctor. A code is documented, and never gets another meaning. */
public enum FindingCode {
  NO_CONNECTION("GTD-101", error, advice, "the database cannot be reached, or refuses the login"),
  OLD_SERVER("GTD-102", error, advice, "the version of PostgreSQL is not supported"),
  NO_SCHEMA("GTD-103", error, command, "the database has no schema of the scheduler"),
  OLD_SCHEMA("GTD-104", error, command, "migrations are missing"),
  NEW_SCHEMA("GTD-105", warning, advice, "the schema is newer than this command line"),
  NO_ROLE("GTD-106", error, command, "a role does not exist"),
  NO_LOGIN("GTD-107", error, command, "a role cannot log in"),
  STRONG_ROLE("GTD-108", warning, command, "a role has rights that it does not need"),
  NO_PRIVILEGE("GTD-109", error, command, "a role lacks a right"),
  ROLE_SETTINGS("GTD-110", warning, command, "a role has other settings than roles.sql gives it"),
  FEW_CONNECTIONS(
      "GTD-111", error, command, "the nodes may open more connections than the database allows"),
  FEW_OF_ROLE(
      "GTD-112", warning, command, "the nodes may open more connections than the role allows"),
  FEW_PREPARED(
      "GTD-113",
      error,
      command,
      "mode xa: the nodes may prepare more transactions than the database allows"),
  NOT_DURABLE("GTD-114", error, command, "a crash of the database can lose commits"),
  READ_ONLY("GTD-115", error, command, "the database accepts no changes"),
  ISOLATION(
      "GTD-116",
      error,
      command,
      "a role of the nodes has another isolation level than read committed"),
  NO_AUTOVACUUM("GTD-117", warning, command, "dead rows are not removed automatically"),
  DEAD_ROWS("GTD-118", warning, command, "a table consists mostly of dead rows"),
  UNLOGGED("GTD-119", error, command, "a table is emptied by a crash of the database"),
  INVALID_INDEX("GTD-120", error, command, "an index is not used, because its creation failed"),
  PREPARED("GTD-121", error, command, "a transaction has been prepared for more than a minute"),
  OPEN_TRANSACTION(
      "GTD-122", warning, command, "a transaction has been open for more than five minutes"),
  CLOCK("GTD-123", warning, advice, "the clocks of the database and of this machine differ"),
  OPEN_DATABASE(
      "GTD-124", warning, command, "any role may connect to another database of the server"),
  ASYNCHRONOUS_STANDBY("GTD-125", warning, command, "a failover of the database can lose commits"),
  NO_STANDBY(
      "GTD-126",
      error,
      command,
      "every commit of the database waits for a standby, and none follows"),
  STANDBY("GTD-127", error, advice, "the database is a standby"),
  SCHEMA_DIFFERS(
      "GTD-128",
      error,
      command,
      "objects of the schema are missing, or not as the migrations make them"),
  SCHEMA_LOST("GTD-129", error, advice, "tables or columns are missing, or have another type"),
  FOREIGN_OBJECTS(
      "GTD-130",
      warning,
      command,
      "the scheduler's tables have constraints, triggers or columns that no migration makes"),
  NO_DATABASE("GTD-197", note, advice, "the database was not examined: its address is not given"),
  HIDDEN_SESSIONS(
      "GTD-198",
      note,
      command,
      "the login does not see the transactions of other users, nor standbys"),
  UNCHECKED("GTD-199", warning, advice, "a check of the database failed"),
  NO_BROKER("GTD-201", error, advice, "the files of the broker cannot be read"),
  BROKER_DIFFERS(
      "GTD-202",
      error,
      command,
      "the broker has other addresses, permissions or settings than nodes need"),
  NO_BROKER_USER("GTD-203", error, command, "a user of the broker does not exist"),
  OPEN_ACCEPTOR("GTD-204", warning, advice, "an acceptor is open to other machines, without TLS"),
  UNSAFE_BROKER(
      "GTD-205",
      error,
      advice,
      "the version of the broker has a known vulnerability, or is not supported"),
  BROKER_VERSION("GTD-206", note, advice, "the version of the broker is not known"),
  BROKER_SETTING(
      "GTD-207", error, command, "the running broker has another setting than nodes need"),
  NO_OWN_QUEUE("GTD-208", error, command, "a queue of the scheduler does not exist at the broker"),
  NO_WORKER_QUEUE("GTD-209", error, command, "a worker queue does not exist at the broker"),
  NOT_CONSUMED("GTD-210", error, advice, "no node takes the messages of a queue of the scheduler"),
  PAUSED_AT_BROKER("GTD-211", error, advice, "a queue is paused at the broker"),
  NOT_QUARANTINED(
      "GTD-212",
      error,
      command,
      "dead letters or expired messages of a queue do not come to the quarantine"),
  FULL_POLICY(
      "GTD-213",
      error,
      command,
      "a full queue or disk would block a node, or lose messages, at the broker"),
  ALMOST_FULL("GTD-214", warning, advice, "a queue has almost reached its limit at the broker"),
  HEURISTIC(
      "GTD-215",
      warning,
      advice,
      "the broker's management has ended a transaction of an application, whose coordinator has not forgotten it"),
  HEURISTIC_OF_NODE(
      "GTD-216",
      note,
      advice,
      "the broker remembers a transaction of a node that the scheduler, or somebody by hand, has ended"),
  WEB_CONSOLE("GTD-217", warning, command, "the broker has a web console of its own"),
  BROKER_REFUSES("GTD-218", note, command, "the broker does not show a node all of its state"),
  NO_PAIR("GTD-219", error, advice, "two brokers are no pair, or differ"),
  BROKER_UNSEEN("GTD-297", note, advice, "the running broker was not examined, or not wholly"),
  NODE_AWAY("GTD-301", error, advice, "the node cannot be reached"),
  NODE_NOT_READY("GTD-302", error, advice, "the node is not ready"),
  NODE_REFUSES("GTD-303", error, advice, "the node refuses to show its state"),
  NO_LEADER("GTD-304", error, advice, "no node dispatches the jobs of a partition"),
  DEAD_NODE("GTD-305", error, advice, "a node that does not run has left transactions in doubt"),
  FEW_NODES("GTD-306", warning, advice, "fewer nodes run than there should be"),
  VERSIONS("GTD-307", warning, advice, "nodes of different versions run"),
  NODE_CLOCK("GTD-308", warning, advice, "the clock of a node differs from that of the database"),
  DRAINED("GTD-309", warning, command, "a node is drained"),
  NO_DOMAIN("GTD-310", error, advice, "the files of the node cannot be read"),
  DOMAIN_SETTING(
      "GTD-311",
      error,
      command,
      "the node's server lacks a setting without which jobs can be lost"),
  SMALL_HEAP("GTD-312", warning, command, "the node's server has a small heap"),
  KILLED_NODE("GTD-313", warning, advice, "a node has ended without being stopped"),
  NODE_LOGIN("GTD-314", error, advice, "the database refuses a login of the node's variables"),
  LEDGER("GTD-401", error, advice, "the table of jobs and the job ledger differ"),
  IN_DOUBT("GTD-402", error, command, "a transaction has been in doubt for more than a minute"),
  UNLISTED_QUEUE("GTD-403", error, command, "jobs wait for a queue that is not on the allow-list"),
  NO_NEXT_RUN("GTD-404", error, advice, "a schedule has not ended, and has no next run"),
  QUEUE_RESTS("GTD-405", error, advice, "jobs could not be dispatched to a worker queue"),
  QUEUE_PAUSED("GTD-406", warning, command, "jobs are due in a paused worker queue"),
  QUEUE_LATE("GTD-407", warning, advice, "jobs are overdue in a worker queue that is open"),
  NO_CONSUMER("GTD-408", warning, advice, "messages wait in a worker queue that nobody consumes"),
  QUARANTINED("GTD-409", warning, advice, "messages are in the quarantine"),
  NO_KEY("GTD-410", error, advice, "a node lacks an encryption key of a worker queue"),
  CANARY_LATE("GTD-411", warning, advice, "canaries of a worker queue do not arrive, or are late"),
  TARGET_REFUSED("GTD-412", error, advice, "a node does not post to the target of a worker queue");

  private final String number;
  private final Severity severity;
  private final Remedy remedy;
  private final String meaning;

  FindingCode(String number, Severity severity, Remedy remedy, String meaning) {
    this.number = number;
    this.severity = severity;
    this.remedy = remedy;
    this.meaning = meaning;
  }

  /** The code as shown. */
  public String number() {
    return number;
  }

  /** The same for each finding of this code. */
  public Severity severity() {
    return severity;
  }

  /** The kind of its cure, which is the same for each finding of this code. */
  public Remedy remedy() {
    return remedy;
  }

  /** The meaning as part of a sentence. */
  public String meaning() {
    return meaning;
  }
}
