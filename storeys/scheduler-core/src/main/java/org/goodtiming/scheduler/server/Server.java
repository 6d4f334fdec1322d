package org.goodtiming.scheduler.server;

import java.util.Locale;

/** A server without which a node dispatches no jobs. */
public enum Server {
  DATABASE(
      "nothing is dispatched; registrations by message wait at the broker, and the REST API answers"
          + " 503"),
  BROKER(
      "nothing is dispatched; the REST API stores jobs, registrations by SQL wait in the database,"
          + " and messages cannot be sent");

  private final String consequence;

  Server(String consequence) {
    this.consequence = consequence;
  }

  /** The name in logs and health checks. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The consequence for registrations and due jobs while only this server is away. */
  public String consequence() {
    return consequence;
  }
}
