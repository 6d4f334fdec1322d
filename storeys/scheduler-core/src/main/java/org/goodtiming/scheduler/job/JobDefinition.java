package org.goodtiming.scheduler.job;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.api.WireContract;

/**
 * The content of jobs without their times. Jobs name it, and take from it what they do not say
 * themselves.
 *
 * @param hash of all that jobs take from it, by the database; empty if it is not stored yet
 */
public record JobDefinition(String name, String hash, String queue, Envelope envelope) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  /**
   * Takes the job apart from its due time.
   *
   * @param job with the name of the definition as its job id
   */
  public static JobDefinition of(NewJob job) {
    return new JobDefinition(job.key().jobId(), "", job.key().queue(), job.envelope());
  }

  /** Returns a copy with another payload and other properties. */
  public JobDefinition with(Envelope other) {
    return new JobDefinition(name, hash, queue, other);
  }

  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** The properties by their names in the wire contract. */
  public Map<String, Object> properties() {
    Map<String, Object> all = new HashMap<>(envelope.properties());
    envelope.carried().forEach((property, value) -> all.put(property.wireName(), value));
    JobColumns.SETTINGS
        .of(envelope)
        .forEach((property, value) -> all.put(property.wireName(), value));
    all.put(WireContract.QUEUE, queue);
    return all;
  }
}
