package org.goodtiming.scheduler.registration;

import jakarta.jms.Message;
import org.goodtiming.scheduler.quarantine.ReceivedMessage;

/** A message of the registration queue, and what was read from it. */
record IncomingMessage(Message message, ReceivedMessage content) {}
