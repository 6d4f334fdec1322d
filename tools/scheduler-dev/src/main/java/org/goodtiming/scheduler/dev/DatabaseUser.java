package org.goodtiming.scheduler.dev;

import org.goodtiming.scheduler.install.DatabaseRole;

/** The users of the database. */
public enum DatabaseUser {
  /** The superuser. */
  SUPERUSER("postgres"),
  /** The owner of the scheduler's schema. */
  OWNER("scheduler_owner"),
  /** The user of the scheduler's XA pool. */
  XA("scheduler_xa"),
  /** The user of the scheduler's lease pool. */
  LEASE("scheduler_lease"),
  /** The user that may read the whole schema of the scheduler. */
  READER("scheduler_read"),
  /** The sample web shop and its workers. */
  SHOP("shop");

  private final String role;

  DatabaseUser(String role) {
    this.role = role;
  }

  /** The name of the PostgreSQL role. */
  public String role() {
    return role;
  }

  /** The user of a role of the scheduler. */
  static DatabaseUser of(DatabaseRole role) {
    return switch (role) {
      case OWNER -> OWNER;
      case XA -> XA;
      case LEASE -> LEASE;
      case READER -> READER;
    };
  }

  @Override
  public String toString() {
    return role;
  }
}
