package org.goodtiming.scheduler.encryption;

/** Encrypts the content of stored jobs, bound to queue and job id. */
public interface ContentCodec {

  /** The codec of a node without keys, which leaves encrypted content unchanged. */
  ContentCodec NONE = new ContentCodec() {};

  /** Whether the node can encrypt. */
  default boolean hasKey() {
    return false;
  }

  /** Whether it is the key that encrypts. */
  default boolean isActive(String keyId) {
    return false;
  }

  /**
   * Encrypts with the active key.
   *
   * @throws IllegalStateException if the node has no key
   */
  default Content encrypted(String queue, String jobId, Content plain) {
    throw new IllegalStateException(
        "SCHED-0056 the queue of the job is encrypted, and this node has no key: set scheduler.encryption.keys-file on all nodes");
  }

  /**
   * Decrypts the output of {@link #encrypted}; returns other content unchanged.
   *
   * @throws DecryptionException if this node lacks the key, or if the content belongs to another
   *     queue or job id, or was changed
   */
  default Content decrypted(String queue, String jobId, Content stored) {
    return stored;
  }

  /** Decrypts the content for the job id that it names itself. */
  default Content decrypted(String queue, Content stored) {
    return stored;
  }
}
