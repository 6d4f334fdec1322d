package org.goodtiming.scheduler.api;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A queue with its physical name, for senders that open a context for each message.
 *
 * <p>Before the first message to a new {@link Queue} object, Artemis' client asks the broker three
 * times whether the queue exists, which costs more than the message. It does not ask for an object
 * to which it has sent before. Therefore this class keeps the object for a second.
 *
 * <p>Use it only for queues that the broker does not create automatically (address settings {@code
 * auto-create-queues} and {@code auto-create-addresses} false), such as the scheduler's queues: if
 * such a queue is missing, a transaction that sends to it fails. If the settings are true, and the
 * login may not create the queue, there is no error until the broker is asked again: the message is
 * dropped, and the commit succeeds.
 *
 * <p>Thread-safe.
 */
public final class KnownQueue {

  private static final Duration KNOWN_FOR = Duration.ofSeconds(1);

  private final String name;
  private volatile @Nullable Created latest;

  /** Does not access the broker. */
  public KnownQueue(String name) {
    this.name = name;
  }

  private record Created(Queue queue, long nanoTime) {

    boolean isKnown() {
      return System.nanoTime() - nanoTime < KNOWN_FOR.toNanos();
    }
  }

  /**
   * Returns the queue.
   *
   * @param context of the same broker at every call
   * @throws JMSRuntimeException if the broker is asked, and the queue does not exist or the broker
   *     does not answer
   */
  public Queue in(JMSContext context) {
    // Without a lock: two that ask at once do no harm, and one that hangs holds up no other
    Created created = latest;
    if (created == null || !created.isKnown()) {
      created = new Created(context.createQueue(name), System.nanoTime());
      latest = created;
    }
    return created.queue();
  }
}
