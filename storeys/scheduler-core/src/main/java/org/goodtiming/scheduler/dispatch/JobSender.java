package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.Queue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.job.EnvelopeCipher;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.claim.UnsendableJobException;
import org.goodtiming.scheduler.recovery.CommitMarker;
import org.goodtiming.scheduler.telemetry.Failures;

/** Sends claimed jobs to their worker queues within the caller's transaction. */
@Singleton
public class JobSender {

  private static final Logger LOG = System.getLogger(JobSender.class.getName());

  /** The property with the time at which Artemis delivers the message, by its own clock. */
  private static final String DELIVERY_TIME = "_AMQ_SCHED_DELIVERY";

  @Inject private ConnectionFactory connectionFactory;
  @Inject private CommitMarker marker;
  @Inject private EarlyDispatch earlyDispatch;
  @Inject private EnvelopeCipher cipher;

  /**
   * @param withDatabase whether the database takes part in the transaction
   */
  void send(List<ClaimedJob> jobs, Canaries canaries, long epoch, boolean withDatabase) {
    if (jobs.isEmpty() && canaries.isEmpty()) {
      return;
    }
    try (JMSContext context = connectionFactory.createContext()) {
      JMSProducer producer = context.createProducer();
      Map<String, Queue> queues = new HashMap<>();
      for (ClaimedJob job : jobs) {
        // A new object for each batch: with a known object Artemis' client does not check whether
        // the queue still exists, and within a transaction a message that cannot be routed is lost
        // silently
        Queue queue = queues.computeIfAbsent(job.key().queue(), context::createQueue);
        producer
            .setPriority(job.envelope().priority())
            .setDeliveryMode(deliveryMode(job.envelope()))
            .setTimeToLive(timeToLive(job))
            .send(queue, message(context, job, queues, epoch));
      }
      canaries.jobs().forEach(canary -> send(canary, canaries.now(), context, producer));
      if (withDatabase) {
        // Artemis' producers of one context share their settings, and the marker must not expire
        producer.setDeliveryMode(DeliveryMode.PERSISTENT).setTimeToLive(0);
        marker.leave(context);
      }
    } catch (JMSException e) {
      throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
  }

  /** The batch does not fail if the address of canaries is missing. */
  private void send(ClaimedJob canary, Instant now, JMSContext context, JMSProducer producer) {
    try {
      Message message = context.createTextMessage(canary.envelope().body().asText());
      message.setStringProperty(WireContract.QUEUE, canary.key().queue());
      message.setStringProperty(WireContract.DUE_AT, canary.dueAt().toString());
      message.setStringProperty(Canary.DISPATCHED_AT, now.toString());
      message.setJMSCorrelationID(new DeliveredJob(canary, 0).correlationId());
      delay(message, canary);
      producer
          .setPriority(canary.envelope().priority())
          .setDeliveryMode(DeliveryMode.PERSISTENT)
          .setTimeToLive(0)
          .send(context.createQueue(Canary.NAME), message);
    } catch (JMSException | RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "SCHED-0067 could not send the canary of worker queue {0}; its jobs are not affected: {1}",
          canary.key().queue(),
          Failures.text(e));
    }
  }

  private static int deliveryMode(Envelope envelope) {
    return envelope.isPersistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
  }

  /** The broker counts it from the dispatch; 0 is for ever. */
  private long timeToLive(ClaimedJob job) {
    if (!(job.envelope().carried().get(JobProperty.TIME_TO_LIVE) instanceof Long millis)) {
      return 0;
    }
    return job.notBefore() == null ? millis : millis + earlyDispatch.leadTime().toMillis();
  }

  private Message message(
      JMSContext context, ClaimedJob job, Map<String, Queue> queues, long epoch) {
    try {
      return converted(context, cipher.decrypted(job), queues, epoch);
    } catch (JMSException | RuntimeException | StackOverflowError e) {
      throw failure(job.key(), e);
    }
  }

  /** A failure while a job is made into a message: the fault of the job, or of the broker. */
  static RuntimeException failure(JobKey job, Throwable cause) {
    if (cause instanceof MessageFormatException || cause instanceof MessageFormatRuntimeException) {
      return new UnsendableJobException(job, cause);
    }
    if (cause instanceof JMSRuntimeException brokersFault) {
      return brokersFault;
    }
    return cause instanceof JMSException brokersFault
        ? new JMSRuntimeException(
            brokersFault.getMessage(), brokersFault.getErrorCode(), brokersFault)
        : new UnsendableJobException(job, cause);
  }

  private Message converted(
      JMSContext context, ClaimedJob job, Map<String, Queue> queues, long epoch)
      throws JMSException {
    DeliveredJob delivered = new DeliveredJob(job, epoch);
    Message message = body(context, job.envelope().body());
    for (Map.Entry<String, Object> property : delivered.properties().entrySet()) {
      message.setObjectProperty(property.getKey(), property.getValue());
    }
    message.setJMSType(delivered.type());
    message.setJMSCorrelationID(delivered.correlationId());
    if (delivered.replyTo() != null) {
      message.setJMSReplyTo(queues.computeIfAbsent(delivered.replyTo(), context::createQueue));
    }
    delay(message, job);
    return message;
  }

  /** Has the broker keep a message that is sent early until its job is due. */
  private void delay(Message message, ClaimedJob job) throws JMSException {
    if (job.notBefore() != null) {
      message.setLongProperty(DELIVERY_TIME, earlyDispatch.deliveryTime(job.notBefore()));
    }
  }

  private static Message body(JMSContext context, Body body) throws JMSException {
    if (body.isText()) {
      return context.createTextMessage(body.asText());
    }
    BytesMessage message = context.createBytesMessage();
    message.writeBytes(body.bytes());
    return message;
  }
}
