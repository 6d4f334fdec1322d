package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.chaos.OutsideLedger.Receipt;

/** Notes the jobs that come to a worker queue, each under the intent that it names, if any. */
record JobInbox(String queue, Supplier<OutsideLedger> ledger, DatabaseClock clock)
    implements Receiver.Inbox {

  @Override
  public void received(Message message) throws JMSException {
    ledger.get().received(receipt(message));
  }

  private Receipt receipt(Message message) throws JMSException {
    var intent = Optional.ofNullable(message.getStringProperty(Intent.PROPERTY));
    var jobId = message.getStringProperty(WireContract.JOB_ID);
    return new Receipt(
        message.getJMSMessageID(),
        queue,
        message.getStringProperty(WireContract.FIRE_ID),
        intent.orElse(jobId),
        Instant.ofEpochMilli(message.getLongProperty(WireContract.DUE_AT)),
        clock.now(),
        message.getLongProperty(WireContract.EPOCH));
  }
}
