package org.goodtiming.scheduler.chaos;

import java.util.Locale;

/** A moment within two-phase commit; Payara takes PostgreSQL first in a hand-off. */
enum Point {
  BEFORE_PREPARE("org.postgresql.xa.PGXAConnection", "prepare", "AT ENTRY"),
  DATABASE_PREPARED("org.postgresql.xa.PGXAConnection", "prepare", "AT EXIT"),
  BROKER_PREPARED(
      "org.apache.activemq.artemis.core.client.impl.ClientSessionImpl", "prepare", "AT EXIT"),
  DECIDED(
      "org.postgresql.xa.PGXAConnection", "commit(javax.transaction.xa.Xid,boolean)", "AT ENTRY"),
  DATABASE_COMMITTED(
      "org.postgresql.xa.PGXAConnection", "commit(javax.transaction.xa.Xid,boolean)", "AT EXIT"),
  BROKER_COMMITTED(
      "org.apache.activemq.artemis.core.client.impl.ClientSessionImpl",
      "commit(javax.transaction.xa.Xid,boolean)",
      "AT EXIT"),
  RECOVERY("org.postgresql.xa.PGXAConnection", "recover", "AT EXIT");

  final String className;
  final String method;
  final String where;

  Point(String className, String method, String where) {
    this.className = className;
    this.method = method;
    this.where = where;
  }

  /** For the command line. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
