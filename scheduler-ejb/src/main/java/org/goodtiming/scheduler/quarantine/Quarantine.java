package org.goodtiming.scheduler.quarantine;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.persistence.EntityManager;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Keeps messages whole, each with its reason, in the caller's transaction. */
public final class Quarantine {

  private static final Logger LOG = System.getLogger(Quarantine.class.getName());

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
    ReceivedMessage alone =
        message.withBody(
            StorableText.isEncodable(text) ? text.getBytes(UTF_8) : StorableText.utf16(text));
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

  /** Whether no other node decides about undeliverable messages until this transaction ends. */
  public boolean isAlone() {
    return !entityManager
        .createNativeQuery(
            "SELECT name FROM scheduler.node_lock WHERE name = 'unreadable AMQP messages'"
                + " FOR UPDATE SKIP LOCKED")
        .getResultList()
        .isEmpty();
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
            "%s %s. The message is kept as row %d of scheduler.quarantine: %s from %s, for %s"
                .formatted(
                    verdict.code(),
                    verdict.reason(),
                    row.id(),
                    message.origin().messageId() == null
                        ? "no message id,"
                        : message.origin().messageId(),
                    message.origin().sender(),
                    verdict.job()));
  }
}
