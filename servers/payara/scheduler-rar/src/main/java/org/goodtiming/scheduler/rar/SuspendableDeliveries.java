package org.goodtiming.scheduler.rar;

/**
 * The operations that applications call by JMX on each {@code
 * org.goodtiming.scheduler:type=BeanDeliveries,*}.
 */
public interface SuspendableDeliveries {

  /**
   * Message-driven beans get no further message from these queues, and those of all other queues
   * do. Returns after the deliveries that run have ended.
   *
   * @param queues names of the destinations of beans
   */
  void suspend(String[] queues);
}
