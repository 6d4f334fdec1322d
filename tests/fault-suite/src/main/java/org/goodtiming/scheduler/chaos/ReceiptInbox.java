package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.goodtiming.scheduler.api.WireContract;

/** Notes what the scheduler answers to each intent. */
record ReceiptInbox(StormLedger books) implements Receiver.Inbox {

  @Override
  public void received(Message message, JMSContext transaction) throws JMSException {
    books.answered(
        message.getJMSCorrelationID(),
        message.getJMSMessageID(),
        message.getStringProperty(WireContract.STATUS));
  }
}
