package org.goodtiming.scheduler.rar;

/**
 * The operation that applications call by JMX on each {@code
 * org.goodtiming.scheduler:type=BrokerRefusals,*}.
 */
public interface BrokerRefusals {

  /**
   * Whether, since the last call, the broker has refused a transaction of the calling thread
   * because of a duplicate id. The server reports only the rollback of the transaction.
   */
  boolean takeDuplicate();
}
