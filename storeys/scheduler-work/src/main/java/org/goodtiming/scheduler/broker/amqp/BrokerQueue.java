package org.goodtiming.scheduler.broker.amqp;

/** A queue and the address that it is bound to, which can have several. */
public record BrokerQueue(String address, String name) {

  /** Its name for JMS; with the plain name, JMS would try to create it. */
  public String destination() {
    return address + "::" + name;
  }

  @Override
  public String toString() {
    return name;
  }
}
