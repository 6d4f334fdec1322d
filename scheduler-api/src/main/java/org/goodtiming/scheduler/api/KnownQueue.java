package org.goodtiming.scheduler.api;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A queue by its physical name, for those who open a context for each message.
 *
 * <p>Before the first message to a {@link Queue} that a context has just created, Artemis' client
 * asks the broker three times whether it exists, which costs more than the message. Of one that it
 * has sent to before it does not ask. So one is kept for a second.
 *
 * <p>Only for a queue that the broker does not create by itself (address settings {@code
 * auto-create-queues} and {@code auto-create-addresses} false), as our own are: if it is gone, a
 * transaction that sends to it fails. Where they are true, one without the right to create it gets
 * no error until it is asked for again: the message is dropped, and the commit succeeds.
 *
 * <p>Safe for use by many threads.
 */
public final class KnownQueue {

  private static final Duration KNOWN_FOR = Duration.ofSeconds(1);

  private final String name;
  private volatile @Nullable Created latest;

  /** Asks for nothing yet. */
  public KnownQueue(String name) {
    this.name = name;
  }

  private record Created(Queue queue, long nanoTime) {

    boolean isKnown() {
      return System.nanoTime() - nanoTime < KNOWN_FOR.toNanos();
    }
  }

  /**
   * Returns it, for a context of the same broker as ever.
   *
   * @throws JMSRuntimeException if the broker is asked, and it does not exist or the broker does
   *     not answer
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
