package org.goodtiming.scheduler.registration;

import jakarta.jms.Message;
import org.goodtiming.scheduler.message.ReceivedMessage;

/** A message of the registration queue, and its parsed content. */
record IncomingMessage(Message message, ReceivedMessage content) {}
