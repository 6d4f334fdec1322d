package org.goodtiming.scheduler.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbException;
import org.jspecify.annotations.Nullable;

/** The job of one call of a {@link JobHandler}, for the bean that the compiler generates. */
public final class HandledJob {

  private final JobDelivery delivery;

  private HandledJob(JobDelivery delivery) {
    this.delivery = delivery;
  }

  /** A call of the handler. */
  public interface Call {

    /**
     * Calls the method of the application.
     *
     * @return what it returns; null if that is nothing
     * @throws Exception as the method does
     */
    @Nullable Object on(HandledJob job) throws Exception;
  }

  /** A call of the handler of a long run. */
  public interface LongCall {

    /**
     * Calls the method of the application.
     *
     * @return what it returns; null if that is nothing
     * @throws Exception as the method does
     */
    @Nullable Object on(HandledJob job, RunContext run) throws Exception;
  }

  /**
   * Calls a handler in the caller's transaction, and reports the end of a tracked job.
   *
   * @param message the message that the container passed to {@code onMessage}
   * @throws JobSchedulerException if the message or its payload cannot be read, the result cannot
   *     be written, or the handler throws a checked exception; let it roll the transaction back
   */
  public static void handle(Message message, ConnectionFactory connectionFactory, Call handler) {
    HandledJob job = new HandledJob(JobDelivery.of(message));
    Object result = job.result(handler);
    Execution execution = Execution.of(message, connectionFactory);
    if (!execution.isTracked()) {
      return;
    }
    if (result == null) {
      execution.finished();
    } else {
      execution.finished(job.written(result));
    }
  }

  /**
   * Calls the handler of a long run, after the commit of the caller's transaction.
   *
   * @param message the message that the container passed to {@code onMessage}
   * @throws JobSchedulerException as {@link LongRunningJobs#run} does
   */
  public static void handle(Message message, LongRunningJobs jobs, LongCall handler) {
    jobs.run(
        message,
        run -> {
          HandledJob job = new HandledJob(run.job());
          Object result = handler.on(job, run);
          return result == null ? null : job.written(result);
        });
  }

  /** Calls a handler only for a run that the inbox does not have. */
  public static Call once(Inbox inbox, Call handler) {
    return job -> inbox.isFirst(job.delivery()) ? handler.on(job) : null;
  }

  private @Nullable Object result(Call handler) {
    try {
      return handler.on(this);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new JobSchedulerException(
          "SCHED-0021 the handler of %s failed: %s".formatted(delivery.key(), e), e);
    }
  }

  /** The job. */
  public JobDelivery delivery() {
    return delivery;
  }

  /** The payload as text; bytes as UTF-8. */
  public String text() {
    return delivery.isText() ? delivery.text() : new String(delivery.bytes(), UTF_8);
  }

  /** The payload as bytes; text as UTF-8. */
  public byte[] bytes() {
    return delivery.isText() ? delivery.text().getBytes(UTF_8) : delivery.bytes();
  }

  /**
   * The payload, which is JSON.
   *
   * @throws JobSchedulerException if JSON-B cannot read it as an object of that class
   */
  public <T> T json(Class<T> type) {
    try {
      T value = Json.BINDING.fromJson(text(), type);
      if (value != null) {
        return value;
      }
    } catch (JsonbException e) {
      throw new JobSchedulerException(unreadable(type, e.getMessage()), e);
    }
    throw new JobSchedulerException(unreadable(type, "it is null"));
  }

  private String unreadable(Class<?> type, @Nullable String reason) {
    return "SCHED-0020 the payload of %s cannot be read as JSON of class %s: %s"
        .formatted(delivery.key(), type.getName(), reason);
  }

  private ExecutionResult written(Object result) {
    if (result instanceof ExecutionResult own) {
      return own;
    }
    if (result instanceof String text) {
      return ExecutionResult.text(text);
    }
    if (result instanceof byte[] bytes) {
      return ExecutionResult.bytes(bytes);
    }
    try {
      return ExecutionResult.json(Json.BINDING.toJson(result));
    } catch (JsonbException | IllegalArgumentException e) {
      throw new JobSchedulerException(
          "SCHED-0022 the result of %s, of class %s, cannot be written as JSON: %s"
              .formatted(delivery.key(), result.getClass().getName(), e.getMessage()),
          e);
    }
  }

  /** Loads JSON-B at its first use, because a client without a server has none. */
  private static final class Json {
    private static final Jsonb BINDING = JsonbBuilder.create();
  }
}
