package org.goodtiming.scheduler.job.queue;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.schema.InputSchema;

/**
 * The worker queues and registration grants at one moment.
 *
 * @param now that moment, by the database's clock
 * @param queues names of all worker queues
 * @param tracked those whose jobs are tracked unless their registrants say otherwise
 * @param encrypted those whose payloads the database keeps encrypted
 * @param keyed those that name the property whose value is the key of a job
 * @param schemas that payloads must match, of the worker queues and definitions that have one
 * @param grants queues by login; {@link #ANY_QUEUE} stands for all
 */
public record AllowList(
    Instant now,
    Set<String> queues,
    Set<String> tracked,
    Set<String> encrypted,
    Set<String> keyed,
    Map<SchemaOwner, InputSchema> schemas,
    Map<String, Set<String>> grants) {

  private static final String ANY_QUEUE = "*";

  public boolean has(String queue) {
    return queues.contains(queue);
  }

  /** Returns a copy without schemas. */
  public AllowList withoutSchemas() {
    return new AllowList(now, queues, tracked, encrypted, keyed, Map.of(), grants);
  }

  /** Whether the login may register jobs of some queue. */
  public boolean permits(String login) {
    return grants.containsKey(login);
  }

  /** Whether the login may register jobs for the queue and cancel jobs in it. */
  public boolean permits(String login, String queue) {
    Set<String> granted = grants.getOrDefault(login, Set.of());
    return granted.contains(queue) || granted.contains(ANY_QUEUE);
  }
}
