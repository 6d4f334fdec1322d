package org.goodtiming.scheduler.api;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends persistent JMS messages in the caller's transaction. */
final class JmsJobScheduler implements JobScheduler {

  private final ConnectionFactory connectionFactory;

  // The physical queue, so that the sender needs no JNDI name for it
  private final KnownQueue registrations = new KnownQueue(WireContract.REGISTRATION_QUEUE);

  private final ReceiptRequests receipts;
  private final Consumer<String> waiting;
  private final WorkerQueueNames workerQueues;

  /**
   * @param receipts which take no part in the transaction of the caller
   * @param waiting called before each call that waits for an answer; may refuse it
   */
  JmsJobScheduler(
      ConnectionFactory connectionFactory, ReceiptRequests receipts, Consumer<String> waiting) {
    this.connectionFactory = connectionFactory;
    this.receipts = receipts;
    this.waiting = waiting;
    this.workerQueues =
        new WorkerQueueNames(
            (job, timeout) -> receipts.send(job, WireContract.OP_CHECK, timeout), System::nanoTime);
  }

  @Override
  public void schedule(JobRequest request) {
    workerQueues.require(request.key().queue());
    send(
        "schedule " + request.key(),
        (producer, queue) -> {
          request.properties().forEach(producer::setProperty);
          send(request, producer, queue);
        });
  }

  /** Sends the payload; the producer sets the properties. */
  static void send(JobRequest request, JMSProducer producer, Destination queue) {
    byte[] bytes = request.bytes();
    if (bytes == null) {
      producer.send(queue, request.text());
    } else {
      producer.send(queue, bytes);
    }
  }

  @Override
  public JobReceipt scheduleAndWait(JobRequest request, Duration timeout) {
    return answer(
        "schedule " + request.key(),
        "the job is registered when the scheduler reads the message; ask again with the same key",
        timeout,
        () -> receipts.send(request, WireContract.OP_SCHEDULE, timeout));
  }

  @Override
  public JobReceipt check(JobRequest request, Duration timeout) {
    return answer(
        "check " + request.key(),
        "nothing is registered",
        timeout,
        () -> receipts.send(request, WireContract.OP_CHECK, timeout));
  }

  private JobReceipt answer(
      String what, String later, Duration timeout, Supplier<Optional<JobReceipt>> receipt) {
    waiting.accept(what);
    try {
      return receipt
          .get()
          .orElseThrow(
              () ->
                  new JobSchedulerException(
                      "SCHED-0198 no answer to %s within %s: %s".formatted(what, timeout, later)));
    } catch (JMSRuntimeException e) {
      throw notSent(what, e);
    }
  }

  @Override
  public void scheduleAll(Collection<JobRequest> requests) {
    requests.forEach(Objects::requireNonNull);
    if (requests.isEmpty()) {
      return;
    }
    requests.stream().map(each -> each.key().queue()).distinct().forEach(workerQueues::require);
    send(
        "schedule " + requests.size() + " jobs",
        (producer, queue) -> {
          producer.setProperty(WireContract.SCHEDULER_VERSION, WireContract.VERSION);
          producer.setProperty(WireContract.OP, WireContract.OP_SCHEDULE_ALL);
          JobLines lines = new JobLines(text -> producer.send(queue, text));
          requests.forEach(lines::add);
          lines.finish();
        });
  }

  @Override
  public void cancel(JobKey key) {
    workerQueues.require(key.queue());
    send("cancel " + key, (producer, queue) -> cancel(key, producer, queue));
  }

  static void cancel(JobKey key, JMSProducer producer, Destination queue) {
    producer
        .setProperty(WireContract.SCHEDULER_VERSION, WireContract.VERSION)
        .setProperty(WireContract.OP, WireContract.OP_CANCEL)
        .setProperty(WireContract.QUEUE, key.queue())
        .setProperty(WireContract.JOB_ID, key.jobId())
        .send(queue, "");
  }

  @Override
  public void closeBatch(String id, int size) {
    close(id, size, null);
  }

  @Override
  public void closeBatch(String id, int size, Duration timeout) {
    close(id, size, JobRequestBuilder.limit("timeout", timeout));
  }

  private void close(String id, int size, @Nullable Duration timeout) {
    String batch = StorableText.name("batch", id);
    if (size < 0 || size > WireContract.MAX_BATCH_SIZE) {
      throw new IllegalArgumentException(
          "size is %d but must be 0 to %d".formatted(size, WireContract.MAX_BATCH_SIZE));
    }
    send(
        "close batch " + batch,
        (producer, queue) -> {
          producer
              .setProperty(WireContract.SCHEDULER_VERSION, WireContract.VERSION)
              .setProperty(WireContract.OP, WireContract.OP_BATCH)
              .setProperty(WireContract.BATCH, batch)
              .setProperty(WireContract.BATCH_SIZE, (long) size);
          if (timeout != null) {
            producer.setProperty(WireContract.BATCH_TIMEOUT, timeout.toString());
          }
          producer.send(queue, "");
        });
  }

  @Override
  public JobReceipt cancelAndWait(JobKey key, Duration timeout) {
    return answer(
        "cancel " + key,
        "the job is cancelled when the scheduler reads the message; cancel it again",
        timeout,
        () -> receipts.cancel(key, timeout));
  }

  private void send(String what, BiConsumer<JMSProducer, Destination> message) {
    try (JMSContext context = connectionFactory.createContext()) {
      JMSProducer producer = context.createProducer().setDeliveryMode(DeliveryMode.PERSISTENT);
      message.accept(producer, registrations.in(context));
    } catch (JMSRuntimeException e) {
      throw notSent(what, e);
    }
  }

  private static JobSchedulerException notSent(String what, JMSRuntimeException cause) {
    return new JobSchedulerException(
        "SCHED-0001 cannot %s: the message to queue %s was not sent by %s (%s): let the transaction roll back and try again"
            .formatted(
                what,
                WireContract.REGISTRATION_QUEUE,
                WireContract.CONNECTION_FACTORY,
                cause.getMessage()),
        cause);
  }
}
