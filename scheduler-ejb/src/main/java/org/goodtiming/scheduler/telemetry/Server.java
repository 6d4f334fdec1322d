package org.goodtiming.scheduler.telemetry;

import java.util.Locale;

/** A server without which a node neither registers nor dispatches jobs. */
public enum Server {
  DATABASE,
  BROKER;

  /** As in logs and health checks. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
