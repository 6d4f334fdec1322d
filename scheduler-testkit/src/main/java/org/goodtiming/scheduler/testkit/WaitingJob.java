package org.goodtiming.scheduler.testkit;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.goodtiming.scheduler.dispatch.DeliveredJob;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.PlannedRun;
import org.goodtiming.scheduler.schedule.Plan;
import org.jspecify.annotations.Nullable;

/**
 * A job that waits in memory.
 *
 * @param runs of its schedule before this one
 * @param previousAt planned time of the run before; null if there was none
 * @param fireId names its due run
 */
record WaitingJob(NewJob job, Instant dueAt, int runs, @Nullable Instant previousAt, UUID fireId) {

  private static final long EPOCH = 1;

  static WaitingJob of(NewJob job, Instant now) {
    return new WaitingJob(job, dueAt(job.due(), now), 0, null, UUID.randomUUID());
  }

  private static Instant dueAt(Due due, Instant now) {
    if (due instanceof Due.After after) {
      return now.plus(after.delay());
    }
    return due instanceof Due.At at ? at.moment() : ((Due.Recurring) due).first();
  }

  /** Its run, dispatched at its due time; null if it does not recur. */
  private @Nullable PlannedRun planned() {
    if (!(job.due() instanceof Due.Recurring recurring)) {
      return null;
    }
    Plan plan = new Plan(recurring.recurrence(), recurring.misfire());
    Instant next = plan.outcome(dueAt, runs, dueAt, TestScheduler.MISFIRE_THRESHOLD).nextAt();
    return new PlannedRun(dueAt, runs + 1, previousAt, next, false, null);
  }

  /** The next run; empty if there is none. Each run counts as a success. */
  Optional<WaitingJob> next() {
    if (job.due() instanceof Due.Recurring due && runs + 1 == due.overlap().successes()) {
      return Optional.empty();
    }
    return Optional.ofNullable(planned())
        .map(PlannedRun::nextAt)
        .map(nextAt -> new WaitingJob(job, nextAt, runs + 1, dueAt, UUID.randomUUID()));
  }

  /**
   * The message as the broker would deliver it.
   *
   * @param delivery from 1
   */
  Message message(int delivery) {
    try {
      ActiveMQMessage message = body(job.envelope().body());
      DeliveredJob delivered = new DeliveredJob(claimed(), EPOCH);
      message.setProperties(delivered.properties());
      message.setJMSType(delivered.type());
      message.setJMSCorrelationID(delivered.correlationId());
      message.setJMSReplyTo(
          delivered.replyTo() == null ? null : new ActiveMQQueue(delivered.replyTo()));
      message.setJMSPriority(job.priority());
      message.setJMSMessageID("ID:" + fireId);
      message.setRedeliveryCounter(delivery - 1);
      message.onSend();
      return message;
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ActiveMQMessage body(Body body) throws JMSException {
    if (body.isText()) {
      ActiveMQTextMessage message = new ActiveMQTextMessage();
      message.setText(body.asText());
      return message;
    }
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.writeBytes(body.bytes());
    return message;
  }

  private ClaimedJob claimed() {
    return new ClaimedJob(
        job.key(),
        fireId,
        dueAt,
        null,
        job.priority(),
        1,
        job.registeredBy(),
        null,
        planned(),
        job.envelope());
  }
}
