package org.goodtiming.scheduler.quarantine;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.persistence.EntityManager;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Keeps messages whole, each with its reason, in the caller's transaction. */
public final class Quarantine {

  private static final Logger LOG = System.getLogger(Quarantine.class.getName());

  private static final long LOCK = 0x51CA;

  private final EntityManager entityManager;
  private final String node;

  public Quarantine(EntityManager entityManager, String node) {
    this.entityManager = entityManager;
    this.node = node;
  }

  public void keep(ReceivedMessage message, Verdict verdict) {
    keep(new QuarantinedMessage(message, verdict, node, null), message, verdict);
  }

  /**
   * One line of a message with many jobs, as if the message had no other.
   *
   * @param number of the line, from 1
   */
  public void keepLine(ReceivedMessage message, int number, String text, Verdict verdict) {
    ReceivedMessage alone = message.withBody(text.getBytes(UTF_8));
    QuarantinedMessage row = new QuarantinedMessage(alone, verdict, node, null);
    row.isLine(number);
    keep(row, message, verdict);
  }

  /**
   * For messages that leave the broker outside of the transaction: does nothing if they are here.
   *
   * @param brokerKey identifies the message in its broker
   */
  public void keepOnce(String brokerKey, ReceivedMessage message, Verdict verdict) {
    if (!isKept(brokerKey)) {
      keep(new QuarantinedMessage(message, verdict, node, brokerKey), message, verdict);
    }
  }

  /** Whether no other node is at it until this transaction ends. */
  public boolean isAlone() {
    return (Boolean)
        entityManager
            .createNativeQuery("SELECT pg_try_advisory_xact_lock(:lock)", Boolean.class)
            .setParameter("lock", LOCK)
            .getSingleResult();
  }

  private boolean isKept(String brokerKey) {
    return entityManager
            .createQuery(
                "SELECT count(m) FROM QuarantinedMessage m WHERE m.brokerKey = :key", Long.class)
            .setParameter("key", brokerKey)
            .getSingleResult()
        > 0;
  }

  private void keep(QuarantinedMessage row, ReceivedMessage message, Verdict verdict) {
    entityManager.persist(row);
    LOG.log(
        Level.WARNING,
        () ->
            "%s %s. Message %s from %s goes into quarantine"
                .formatted(
                    verdict.code(),
                    verdict.reason(),
                    message.origin().messageId(),
                    message.origin().producer()));
  }
}
