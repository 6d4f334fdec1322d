package org.goodtiming.scheduler.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.encryption.Content;
import org.goodtiming.scheduler.encryption.ContentCodec;
import org.goodtiming.scheduler.encryption.DecryptionException;

/**
 * Encrypts what workers get of jobs: an encrypted envelope has another body, and the names of key
 * and job in place of the user's properties.
 */
@Singleton
public record EnvelopeCipher(ContentCodec cipher) {

  /** A cipher that decrypts nothing. */
  public static final EnvelopeCipher WITHOUT_KEYS = new EnvelopeCipher(ContentCodec.NONE);

  @Inject
  public EnvelopeCipher {}

  /**
   * The job as the database keeps it.
   *
   * @throws IllegalStateException if it is to be encrypted and the node has no key
   */
  public NewJob stored(NewJob job) {
    return job.encrypted() ? job.stored(encrypted(job.key(), job.envelope())) : job;
  }

  /**
   * Returns the waiting ciphertext if it is the same content encrypted with the active key, so that
   * an unchanged schedule continues.
   */
  public NewJob stored(NewJob job, Envelope waiting) {
    return isEncrypted(waiting) && isSame(job, waiting)
        ? job.stored(envelope(job.envelope(), content(waiting)))
        : stored(job);
  }

  private boolean isSame(NewJob job, Envelope waiting) {
    try {
      Envelope plain = decrypted(job.key().queue(), waiting);
      return cipher.isActive(String.valueOf(waiting.properties().get(Content.KEY)))
          && job.envelope().properties().equals(plain.properties())
          && Arrays.equals(job.envelope().body().bytes(), plain.body().bytes());
    } catch (DecryptionException e) {
      return false;
    }
  }

  /**
   * The job as its worker gets it.
   *
   * @throws DecryptionException if it cannot be decrypted, or was encrypted for another job
   */
  public ClaimedJob decrypted(ClaimedJob job) {
    Envelope stored = job.envelope();
    return isEncrypted(stored)
        ? job.with(
            envelope(
                stored, cipher.decrypted(job.key().queue(), job.key().jobId(), content(stored))))
        : job;
  }

  /**
   * The envelope of a row of that queue as its worker gets it.
   *
   * @throws DecryptionException if it cannot be decrypted
   */
  public Envelope decrypted(String queue, Envelope envelope) {
    return isEncrypted(envelope)
        ? envelope(envelope, cipher.decrypted(queue, content(envelope)))
        : envelope;
  }

  private static boolean isEncrypted(Envelope envelope) {
    return envelope.properties().containsKey(Content.KEY);
  }

  private Envelope encrypted(JobKey key, Envelope plain) {
    return envelope(plain, cipher.encrypted(key.queue(), key.jobId(), content(plain)));
  }

  /** The content to encrypt; excludes the properties of the contract, which stay readable. */
  private static Content content(Envelope envelope) {
    return new Content(PropertiesJson.write(envelope.properties()), envelope.body().bytes());
  }

  private static Envelope envelope(Envelope other, Content content) {
    Map<String, Object> own = new HashMap<>();
    PropertiesJson.read(content.properties(), own, new HashMap<>());
    byte[] bytes = content.body() == null ? new byte[0] : content.body();
    return other.with(new Body(other.body().isText(), bytes), own);
  }
}
