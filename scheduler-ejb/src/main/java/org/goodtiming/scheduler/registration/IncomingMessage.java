package org.goodtiming.scheduler.registration;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.goodtiming.scheduler.quarantine.MessageReader;
import org.goodtiming.scheduler.quarantine.ReceivedMessage;

/** A message of the registration queue, and what was read from it. */
record IncomingMessage(Message message, ReceivedMessage content) {

  static IncomingMessage of(Message message) throws JMSException {
    return new IncomingMessage(message, MessageReader.read(message));
  }
}
