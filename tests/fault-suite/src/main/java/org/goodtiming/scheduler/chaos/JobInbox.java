package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.chaos.OutsideLedger.Receipt;

/**
 * Notes the jobs that come to a worker queue: under the intent that each names, if any, and the
 * runs of a schedule under their planned times.
 */
record JobInbox(String queue, Supplier<OutsideLedger> ledger, DatabaseClock clock)
    implements Receiver.Inbox {

  @Override
  public void received(Message message, JMSContext transaction) throws JMSException {
    ledger.get().received(receipt(message));
  }

  private Receipt receipt(Message message) throws JMSException {
    var intent = Optional.ofNullable(message.getStringProperty(Intent.PROPERTY));
    return new Receipt(
        message.getJMSMessageID(),
        queue,
        message.getStringProperty(WireContract.FIRE_ID),
        intent.orElse(jobOrRun(message)),
        Instant.ofEpochMilli(message.getLongProperty(WireContract.DUE_AT)),
        clock.now(),
        message.getLongProperty(WireContract.EPOCH));
  }

  private static String jobOrRun(Message message) throws JMSException {
    var jobId = message.getStringProperty(WireContract.JOB_ID);
    return message.propertyExists(WireContract.PLANNED_AT)
        ? Schedules.run(
            jobId, Instant.ofEpochMilli(message.getLongProperty(WireContract.PLANNED_AT)))
        : jobId;
  }
}
