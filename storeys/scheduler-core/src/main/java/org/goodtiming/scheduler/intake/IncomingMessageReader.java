package org.goodtiming.scheduler.intake;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.goodtiming.scheduler.message.ReceivedMessage;

/** Reads a message that was consumed. */
@FunctionalInterface
public interface IncomingMessageReader {

  ReceivedMessage read(Message message) throws JMSException;
}
