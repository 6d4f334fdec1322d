package org.goodtiming.scheduler.job;

import java.util.Set;

/**
 * The definition from which a job was completed.
 *
 * @param hash of the definition as it was then
 * @param own what the job has itself: names of the wire contract, {@code body} among them
 */
public record DefinitionUse(String name, String hash, Set<String> own) {

  public DefinitionUse {
    own = Set.copyOf(own);
  }
}
