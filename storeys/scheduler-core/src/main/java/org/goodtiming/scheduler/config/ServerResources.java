package org.goodtiming.scheduler.config;

/** JNDI names of what the server provides for the scheduler alone. */
public final class ServerResources {

  /**
   * Logs in at the broker as the scheduler. Applications use the one of the wire contract, which
   * logs in as a registrar.
   */
  public static final String CONNECTION_FACTORY = "jms/schedulerNode";

  /** Logs in as the scheduler, and does not retry: the node uses it to detect outages. */
  public static final String WATCH_CONNECTION_FACTORY = "jms/schedulerWatch";

  private ServerResources() {}
}
