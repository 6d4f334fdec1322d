package org.goodtiming.scheduler.execution;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.goodtiming.scheduler.message.ReceivedMessage;

/** Reads a message of the queue of reports. */
@FunctionalInterface
interface ReportMessageReader {

  /**
   * @throws JMSException if it cannot be read now
   */
  ReceivedMessage read(Message message) throws JMSException;
}
