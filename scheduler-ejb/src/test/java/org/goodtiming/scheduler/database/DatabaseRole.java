package org.goodtiming.scheduler.database;

/** The roles of sql/roles.sql, the superuser and an application. */
public enum DatabaseRole {
  SUPERUSER("postgres"),
  OWNER("scheduler_owner"),
  XA("scheduler_xa"),
  LEASE("scheduler_lease"),
  READER("scheduler_read"),
  SHOP("shop");

  private final String login;

  DatabaseRole(String login) {
    this.login = login;
  }

  String login() {
    return login;
  }
}
