package org.goodtiming.scheduler.dev;

/** Whom a connection to the broker can be made as; roles.properties gives each its role. */
public enum BrokerUser {
  /** May do everything: create queues, send, receive and manage. */
  ADMIN("admin"),
  /** What the scheduler's nodes connect as. */
  SCHEDULER("scheduler"),
  /** What applications on a node register jobs as: sends them and reads its receipts. */
  REGISTRAR("registrar"),
  /** A worker of any queue that has no role of its own. */
  WORKER("worker"),
  /** The worker of queue {@code order-check} alone. */
  ORDER_CHECK("order-check");

  private final String user;

  BrokerUser(String user) {
    this.user = user;
  }

  /** The name to log in with. */
  public String user() {
    return user;
  }

  String passwordName() {
    return "broker." + user;
  }
}
