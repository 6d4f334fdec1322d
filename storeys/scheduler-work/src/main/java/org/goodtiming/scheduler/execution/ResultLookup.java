package org.goodtiming.scheduler.execution;

import java.time.Instant;

/** The answer to a query for an execution's result. */
public sealed interface ResultLookup {

  enum Kind {
    TEXT,
    JSON,
    BYTES
  }

  /**
   * @param bytes text and JSON in UTF-8
   * @param expiresAt by the database's clock
   */
  record Present(Kind kind, byte[] bytes, Instant expiresAt) implements ResultLookup {}

  /** The execution has ended without a result. */
  record None() implements ResultLookup {}

  /** The execution has not ended. */
  record NotYet() implements ResultLookup {}

  /** The result has expired. */
  record Expired() implements ResultLookup {}

  /** The execution never existed, or was pruned. */
  record Unknown() implements ResultLookup {}
}
