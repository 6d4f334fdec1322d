package org.goodtiming.scheduler.registration;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.goodtiming.scheduler.quarantine.ReceivedMessage;

/** Takes a message of a registration queue apart. */
interface IncomingMessageReader {

  ReceivedMessage read(Message message) throws JMSException;
}
