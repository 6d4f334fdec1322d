package org.goodtiming.scheduler.encryption;

import jakarta.ejb.ApplicationException;

/** Content cannot be decrypted by this node: it lacks the key, or somebody has changed the row. */
@ApplicationException(rollback = true)
public final class DecryptionException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private DecryptionException(String message) {
    super(message);
  }

  public static DecryptionException keyMissing(String keyId) {
    return new DecryptionException(
        "SCHED-0048 it is encrypted with key '%s', which this node does not have: add the key to the encryption keys of all nodes"
            .formatted(keyId));
  }

  public static DecryptionException notAuthentic(String queue, String jobId) {
    return new DecryptionException(
        "SCHED-0049 its content is not what the scheduler has encrypted for job %s of queue %s: its row was changed or copied in the database, or the key has another value under the same id"
            .formatted(jobId, queue));
  }
}
