package org.goodtiming.scheduler.registration;

import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Message;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Answers registrants who gave a reply address, in the transaction of the registration. */
record ReceiptSender(JMSContext context) {

  private static final Logger LOG = System.getLogger(ReceiptSender.class.getName());

  /** Twice the receipt may have been what failed; then the registration goes on without it. */
  private static final int LAST_DELIVERY_WITH_RECEIPT = 2;

  void send(IncomingMessage incoming, Answer answer) throws JMSException {
    Message request = incoming.message();
    Destination replyTo = request.getJMSReplyTo();
    if (replyTo == null) {
      return;
    }
    int deliveryCount = incoming.content().origin().deliveryCount();
    if (deliveryCount > LAST_DELIVERY_WITH_RECEIPT) {
      LOG.log(
          Level.WARNING,
          "SCHED-0161 no receipt to {0} for message {1} at its delivery {2}: the address may be what failed before",
          replyTo,
          request.getJMSMessageID(),
          deliveryCount);
      return;
    }
    JMSProducer producer = context.createProducer();
    answer.properties().forEach(producer::setProperty);
    producer.setJMSCorrelationID(correlationId(request));
    try {
      producer.send(replyTo, answer.word());
    } catch (InvalidDestinationRuntimeException | JMSSecurityRuntimeException e) {
      // The client asks for the address first: nothing was sent, the transaction can go on
      LOG.log(
          Level.WARNING,
          "SCHED-0161 no receipt to {0} for message {1}, the registration is stored without it: {2}",
          replyTo,
          request.getJMSMessageID(),
          e.getMessage());
    }
  }

  private static @Nullable String correlationId(Message request) throws JMSException {
    String given = request.getJMSCorrelationID();
    return given == null ? request.getJMSMessageID() : given;
  }
}
