package org.goodtiming.scheduler.dev;

/** The users of the broker; roles.properties defines their roles. */
public enum BrokerUser {
  /** The user that may do everything: create queues, send, receive and manage. */
  ADMIN("admin"),
  /** The login of the scheduler's nodes. */
  SCHEDULER("scheduler"),
  /** The login of applications on a node: sends registrations and reads its receipts. */
  REGISTRAR("registrar"),
  /** A worker of any queue without a separate role. */
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
