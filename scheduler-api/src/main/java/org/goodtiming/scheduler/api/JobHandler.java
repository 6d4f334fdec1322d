package org.goodtiming.scheduler.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that processes the jobs of a worker queue. The compiler generates a message-driven bean
 * that calls it.
 *
 * <pre>{@code
 * @ApplicationScoped
 * public class Invoices {
 *   @JobHandler(queue = "invoice")
 *   public void send(JobDelivery job, Invoice invoice) { ... }
 * }
 * }</pre>
 *
 * <p>The class is a CDI or session bean without type parameters; the method is public, and not
 * static. Its parameters, each at most once and in any order:
 *
 * <ul>
 *   <li>{@link JobDelivery}: the job
 *   <li>{@link RunContext}: the job of a long run
 *   <li>{@code String}: its payload as text; {@code byte[]}: as bytes
 *   <li>any other class: its payload as JSON, read by JSON-B
 * </ul>
 *
 * <p>Without a {@code RunContext}, the method runs in the transaction that consumes the message, as
 * that of a message-driven bean does: an exception, checked or not, rolls it back, and the broker
 * delivers the job again. After its last delivery the retry policy of the job or its queue decides
 * whether there is another attempt. A payload that cannot be read is such an exception.
 *
 * <p>The end of a tracked job is reported in the same transaction. What the method returns is its
 * result: text, bytes, an {@link ExecutionResult}, or any other object as JSON; {@code null} is
 * none.
 *
 * <p>With a {@code RunContext}, the method runs after the commit, without a transaction, for as
 * long as it takes, as a task of {@link LongRunningJobs} does, on the managed executor of the
 * server. The job must be tracked.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.METHOD)
public @interface JobHandler {

  /** The worker queue. */
  String queue();

  /**
   * The number of jobs that a server processes at the same time, 1 to 1,000; 0 is the default of
   * the resource adapter.
   */
  int sessions() default 0;

  /**
   * Maximum time between heartbeats; after it, the worker of a long run counts as dead. A duration
   * such as {@code PT30S}, from 10 s to 366 days.
   */
  String timeout() default "PT30S";

  /**
   * How many attempts of a long run may fail or fall silent, 1 to 1,000, also if the retry policy
   * of the job or its queue has more. 0: not set, the policy says how often a run that fails is
   * tried again, and a run whose worker is silent ends.
   */
  int maxAttempts() default 0;

  /**
   * JNDI name of the connection factory for the reports of tracked jobs; its login needs permission
   * to send to {@link WireContract#REPORT_QUEUE}.
   */
  String connectionFactory() default WireContract.WORKER_CONNECTION_FACTORY;
}
