package org.goodtiming.scheduler.dev;

/** Whom a connection to the database can be made as. */
public enum DatabaseUser {
  /** May do everything. */
  SUPERUSER("postgres"),
  /** Owns the scheduler's schema. */
  OWNER("scheduler_owner"),
  /** What the scheduler's XA pool connects as. */
  XA("scheduler_xa"),
  /** What the scheduler's lease pool connects as. */
  LEASE("scheduler_lease"),
  /** May look at everything of the scheduler. */
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

  @Override
  public String toString() {
    return role;
  }
}
