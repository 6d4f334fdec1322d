package org.goodtiming.scheduler.registration;

import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.contract.ReplyAddress;
import org.goodtiming.scheduler.intake.FailedBatches;
import org.goodtiming.scheduler.message.LogText;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.jspecify.annotations.Nullable;

/**
 * Sends receipts to registrants that gave a reply address, in the transaction of the registration.
 */
record ReceiptSender(JMSContext context, FailedBatches failures) {

  private static final Logger LOG = System.getLogger(ReceiptSender.class.getName());

  /** Artemis gives an AMQP message a JMSMessageID of its own, and keeps the client's here. */
  private static final String AMQP_MESSAGE_ID = "NATIVE_MESSAGE_ID";

  void send(Message request, ReceivedMessage content, Reply answer) throws JMSException {
    ReceivedMessage.Origin origin = content.origin();
    String replyTo = origin.sender().replyTo();
    if (replyTo == null || !ReplyAddress.isAllowed(replyTo)) {
      return;
    }
    if (!failures.mayHaveReceipt(content)) {
      storedWithoutReceipt(
          replyTo,
          request,
          "this is its delivery %d, and the receipt may have made it fail, which it did alone"
              .formatted(origin.deliveryCount()));
      return;
    }
    JMSProducer producer = context.createProducer();
    answer.properties().forEach(producer::setProperty);
    if (origin.sender().login() != null) {
      producer.setProperty(WireContract.REGISTERED_BY, origin.sender().login());
    }
    correlate(producer, request);
    try {
      producer.send(destination(request, replyTo), answer.word());
    } catch (InvalidDestinationRuntimeException | JMSSecurityRuntimeException e) {
      // The client checks the address first: nothing was sent, so the transaction can continue
      storedWithoutReceipt(replyTo, request, String.valueOf(e.getMessage()));
    }
  }

  private static void storedWithoutReceipt(String replyTo, Message request, String reason)
      throws JMSException {
    LOG.log(
        Level.WARNING,
        "SCHED-0161 no receipt to {0} for message {1}; the registration is stored without it: {2}",
        LogText.oneLine(replyTo),
        LogText.oneLine(String.valueOf(request.getJMSMessageID())),
        LogText.oneLine(reason));
  }

  private Destination destination(Message request, String replyTo) throws JMSException {
    return request.getJMSReplyTo() instanceof Queue queue ? queue : named(replyTo);
  }

  /** Artemis' client throws its most general exception if the queue does not exist. */
  private Queue named(String queue) {
    try {
      return context.createQueue(queue);
    } catch (JMSRuntimeException e) {
      throw new InvalidDestinationRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
  }

  /** The request's correlation id, or its message id if there is none, as the client wrote it. */
  private static void correlate(JMSProducer producer, Message request) throws JMSException {
    byte[] binary = request.getJMSCorrelationIDAsBytes();
    if (binary != null) {
      producer.setJMSCorrelationIDAsBytes(binary);
      return;
    }
    String correlationId = request.getJMSCorrelationID();
    producer.setJMSCorrelationID(correlationId == null ? messageId(request) : correlationId);
  }

  private static @Nullable String messageId(Message request) throws JMSException {
    String amqp = request.getStringProperty(AMQP_MESSAGE_ID);
    return amqp == null ? request.getJMSMessageID() : amqp;
  }
}
