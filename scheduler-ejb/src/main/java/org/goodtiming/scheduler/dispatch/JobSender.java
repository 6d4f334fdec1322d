package org.goodtiming.scheduler.dispatch;

import jakarta.annotation.Resource;
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
import jakarta.jms.Queue;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.PlannedRun;
import org.goodtiming.scheduler.job.TrackedRun;
import org.goodtiming.scheduler.recovery.CommitMarker;
import org.jspecify.annotations.Nullable;

/** Sends claimed jobs to their worker queues within the caller's transaction. */
@Singleton
public class JobSender {

  /** Artemis refuses a second message with the same value, from whichever node. */
  private static final String DUPLICATE_ID = "_AMQ_DUPL_ID";

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  /** Artemis keeps a message until then, by its own clock. */
  private static final String DELIVERY_TIME = "_AMQ_SCHED_DELIVERY";

  @Inject private CommitMarker marker;
  @Inject private EarlyDispatch ahead;

  void send(List<ClaimedJob> jobs, long epoch) {
    if (jobs.isEmpty()) {
      return;
    }
    try (JMSContext context = connectionFactory.createContext()) {
      JMSProducer producer = context.createProducer();
      Map<String, Queue> queues = new HashMap<>();
      for (ClaimedJob job : jobs) {
        // Anew for each batch: with one it knows Artemis' client does not ask whether the queue is
        // still there, and within a transaction a message that cannot be routed is lost unnoticed
        Queue queue = queues.computeIfAbsent(job.key().queue(), context::createQueue);
        producer
            .setPriority(job.priority())
            .setDeliveryMode(deliveryMode(job.envelope().carried()))
            .setTimeToLive(timeToLive(job))
            .send(queue, message(context, job, queues, epoch));
      }
      // Artemis' producers of one context share their settings, and the marker must last
      producer.setDeliveryMode(DeliveryMode.PERSISTENT).setTimeToLive(0);
      marker.leave(context);
    } catch (JMSException e) {
      throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
  }

  private static int deliveryMode(Map<JobProperty, Object> carried) {
    Object mode = carried.get(JobProperty.DELIVERY_MODE);
    return WireContract.DELIVERY_MODE_NON_PERSISTENT.equals(mode)
        ? DeliveryMode.NON_PERSISTENT
        : DeliveryMode.PERSISTENT;
  }

  /** The broker counts it from the dispatch; 0 is for ever. */
  private long timeToLive(ClaimedJob job) {
    if (!(job.envelope().carried().get(JobProperty.TIME_TO_LIVE) instanceof Long millis)) {
      return 0;
    }
    return job.notBefore() == null ? millis : millis + ahead.most().toMillis();
  }

  private Message message(JMSContext context, ClaimedJob job, Map<String, Queue> queues, long epoch)
      throws JMSException {
    Message message = body(context, job.envelope().body());
    for (Map.Entry<String, Object> property : job.envelope().properties().entrySet()) {
      message.setObjectProperty(property.getKey(), property.getValue());
    }
    for (Map.Entry<JobProperty, Object> carried : job.envelope().carried().entrySet()) {
      message.setObjectProperty(carried.getKey().wireName(), carried.getValue());
      setHeader(message, carried.getKey(), carried.getValue().toString());
    }
    Object replyTo = job.envelope().carried().get(JobProperty.REPLY_TO);
    if (replyTo != null) {
      message.setJMSReplyTo(queues.computeIfAbsent(replyTo.toString(), context::createQueue));
    }
    message.setStringProperty(WireContract.QUEUE, job.key().queue());
    message.setStringProperty(WireContract.JOB_ID, job.key().jobId());
    message.setLongProperty(WireContract.DUE_AT, job.dueAt().toEpochMilli());
    message.setStringProperty(WireContract.FIRE_ID, job.fireId().toString());
    message.setLongProperty(WireContract.ATTEMPT, job.attempt());
    message.setLongProperty(WireContract.EPOCH, epoch);
    message.setStringProperty(DUPLICATE_ID, duplicateId(job));
    setRun(message, job.run());
    setPlanned(message, job.planned());
    if (job.notBefore() != null) {
      message.setLongProperty(DELIVERY_TIME, ahead.deliveryTime(job.notBefore()));
    }
    setIfPresent(message, WireContract.REGISTERED_BY, job.registeredBy());
    setIfPresent(message, "JMSXGroupID", job.envelope().group());
    return message;
  }

  /** A run that is sent again is no duplicate. */
  private static String duplicateId(ClaimedJob job) {
    TrackedRun run = job.run();
    return run == null || run.attempt() == 1
        ? job.fireId().toString()
        : job.fireId() + "/" + run.attempt();
  }

  private static void setRun(Message message, @Nullable TrackedRun run) throws JMSException {
    if (run != null) {
      message.setBooleanProperty(WireContract.TRACKED, true);
      message.setLongProperty(WireContract.RUN_ATTEMPT, run.attempt());
      message.setStringProperty(WireContract.TOKEN, run.token());
    }
  }

  private static void setPlanned(Message message, @Nullable PlannedRun planned)
      throws JMSException {
    if (planned != null) {
      message.setLongProperty(WireContract.PLANNED_AT, planned.plannedAt().toEpochMilli());
      message.setLongProperty(WireContract.RUN, planned.number());
      setIfPresent(message, WireContract.PREVIOUS_AT, planned.previousAt());
      setIfPresent(message, WireContract.NEXT_AT, planned.nextAt());
      setIfPresent(message, WireContract.LATE, planned.late());
    }
  }

  private static void setIfPresent(Message message, String name, @Nullable Instant moment)
      throws JMSException {
    if (moment != null) {
      message.setLongProperty(name, moment.toEpochMilli());
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

  /** Delivery mode and time to live are the producer's to set. */
  private static void setHeader(Message message, JobProperty property, String value)
      throws JMSException {
    if (property == JobProperty.TYPE) {
      message.setJMSType(value);
    } else if (property == JobProperty.CORRELATION_ID) {
      message.setJMSCorrelationID(value);
    }
  }

  private static void setIfPresent(Message message, String name, @Nullable String value)
      throws JMSException {
    if (value != null) {
      message.setStringProperty(name, value);
    }
  }
}
