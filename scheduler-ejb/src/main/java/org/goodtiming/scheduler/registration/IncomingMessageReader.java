package org.goodtiming.scheduler.registration;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.goodtiming.scheduler.message.ReceivedMessage;

/** Reads a message of a registration queue. */
interface IncomingMessageReader {

  ReceivedMessage read(Message message) throws JMSException;
}
