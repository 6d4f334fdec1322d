package org.goodtiming.scheduler.broker.amqp;

/** A queue and the address that it is bound to, which can have several. */
public record BrokerQueue(String address, String name) {

  /** The name of the queue for JMS, which would try to create a queue by the plain name. */
  public String destination() {
    return address + "::" + name;
  }

  @Override
  public String toString() {
    return name;
  }
}
