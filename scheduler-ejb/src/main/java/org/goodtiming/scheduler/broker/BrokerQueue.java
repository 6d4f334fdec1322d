package org.goodtiming.scheduler.broker;

/** A queue and the address that it is bound to, which can have several. */
public record BrokerQueue(String address, String name) {

  /** Its name for JMS; by the name alone, JMS would want to create it. */
  public String destination() {
    return address + "::" + name;
  }

  @Override
  public String toString() {
    return name;
  }
}
