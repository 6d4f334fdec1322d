package org.goodtiming.scheduler.chaos;

import org.goodtiming.scheduler.chaos.worker.Calculation;

/**
 * A worker queue whose worker does not succeed at the first attempts of some jobs. The policy has
 * more attempts than faults use up, so that each job is done in the end. The queue has events.
 */
enum UnreliableQueue {
  /** The worker rolls back: dead letters are stored for another attempt. */
  FAILING("chaos.failing", false),
  /** The worker consumes the job and reports nothing: the run exceeds its limit. */
  SILENT("chaos.silent", true);

  private static final int MAX_FAILURES = 2;

  private final String queue;
  private final boolean tracked;

  UnreliableQueue(String queue, boolean tracked) {
    this.queue = queue;
    this.tracked = tracked;
  }

  String queue() {
    return queue;
  }

  /** Follows the prefix of a round or storm in the ids of its jobs. */
  String jobPrefix() {
    return queue + "-";
  }

  /** The number of failing attempts of that job. */
  static int failures(Calculation job) {
    return Math.floorMod(job.seed(), MAX_FAILURES + 1);
  }

  /** On the allow-list and at the broker, where a job has two deliveries without a delay. */
  void create(FaultContext context) throws Exception {
    context.console().createQueue(queue);
    context
        .console()
        .invoke(
            "broker",
            "addAddressSettings",
            queue,
            """
            {"deadLetterAddress": "scheduler.dead", "redeliveryDelay": 0, "maxDeliveryAttempts": 2}
            """);
    context
        .sql()
        .execute(
            """
            INSERT INTO scheduler.worker_queue (name, tracked, retry, run_timeout, events) VALUES ('%s', %s, '100/PT1S', 'PT5S', true)
            ON CONFLICT (name) DO UPDATE
               SET tracked = excluded.tracked, retry = excluded.retry, run_timeout = excluded.run_timeout, events = excluded.events
            """
                .formatted(queue, tracked));
  }
}
