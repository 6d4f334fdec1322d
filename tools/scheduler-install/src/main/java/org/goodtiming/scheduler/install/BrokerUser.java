package org.goodtiming.scheduler.install;

/** The users of a broker, each with the role of its name. */
public enum BrokerUser {
  /** The user that may do everything: create queues, send, receive and manage. */
  ADMIN("admin", "SCHEDULER_BROKER_ADMIN_PASSWORD"),
  /** The login of the nodes. */
  SCHEDULER("scheduler", "SCHEDULER_BROKER_PASSWORD"),
  /** The login of applications on a node: sends registrations and reads its receipts. */
  REGISTRAR("registrar", "SCHEDULER_BROKER_REGISTRAR_PASSWORD"),
  /** A worker of any queue without a separate role. */
  WORKER("worker", "SCHEDULER_BROKER_WORKER_PASSWORD");

  private final String login;
  private final String passwordVariable;

  BrokerUser(String login, String passwordVariable) {
    this.login = login;
    this.passwordVariable = passwordVariable;
  }

  /** The name of the user, and of its role. */
  public String login() {
    return login;
  }

  /** The variable of its password, in the environment of nodes and of the command line. */
  public String passwordVariable() {
    return passwordVariable;
  }
}
