package org.goodtiming.scheduler.deadletter;

import org.goodtiming.scheduler.message.ReceivedMessage.Kind;

/** The known causes of a dead letter: code and text. */
enum DeadLetterCause {
  REGISTRATION_FAILED(
      "SCHED-0170",
      "all deliveries of this registration from %s failed, it is not stored: the server log of that time says why; mend that, then resubmit it (goodtiming quarantine resubmit ID)"),
  REGISTRATION_EXPIRED(
      "SCHED-0171",
      "this registration on %s expired before it was stored: send without time to live, or start a node in time"),
  REGISTRATION_UNCONVERTIBLE(
      "SCHED-0172",
      "this AMQP message cannot be converted to JMS, so the broker cannot deliver it: send text or bytes, and strings, numbers and booleans as application properties, never timestamp or uuid"),
  EXECUTION_FAILED(
      "SCHED-0220",
      "the worker failed at all deliveries of this message from %1$s: its own log says why; mend that, then resubmit it (goodtiming queue redrive %1$s)"),
  EXECUTION_EXPIRED(
      "SCHED-0221",
      "this message expired on %s before a worker received it: check its scheduler_timeToLive and the broker's address settings"),
  EXECUTION_UNCONVERTIBLE(
      "SCHED-0222",
      "this AMQP message from %s cannot be converted to JMS, and is not from the scheduler: find out who writes to that queue");

  private final String code;
  private final String text;

  DeadLetterCause(String code, String text) {
    this.code = code;
    this.text = text;
  }

  static DeadLetterCause of(boolean registration, Kind kind, DeadLetterType fate) {
    return switch (fate) {
      case EXPIRED -> registration ? REGISTRATION_EXPIRED : EXECUTION_EXPIRED;
      case DEAD -> registration ? ofRegistration(kind) : ofExecution(kind);
    };
  }

  String code() {
    return code;
  }

  String reason(String from) {
    return text.formatted(from);
  }

  private static DeadLetterCause ofRegistration(Kind kind) {
    return isUnconvertible(kind) ? REGISTRATION_UNCONVERTIBLE : REGISTRATION_FAILED;
  }

  private static DeadLetterCause ofExecution(Kind kind) {
    return isUnconvertible(kind) ? EXECUTION_UNCONVERTIBLE : EXECUTION_FAILED;
  }

  private static boolean isUnconvertible(Kind kind) {
    return kind == Kind.AMQP || kind == Kind.AMQP_VALUE;
  }
}
