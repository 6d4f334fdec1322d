package org.goodtiming.scheduler.rar;

/**
 * What applications call by JMX, of each {@code org.goodtiming.scheduler:type=BrokerRefusals,*}.
 */
public interface BrokerRefusals {

  /**
   * Whether the broker has refused a transaction of the calling thread since its last call, because
   * it already had a message with the duplicate id of one that was sent. The server tells only that
   * the transaction has rolled back.
   */
  boolean takeDuplicate();
}
