package org.goodtiming.scheduler.quarantine;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.encryption.ContentCodec;
import org.goodtiming.scheduler.message.LogText;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.StorableText;
import org.jspecify.annotations.Nullable;

/** Keeps messages whole, each with its reason, in the caller's transaction. */
@Singleton
public final class Quarantine {

  private static final Logger LOG = System.getLogger(Quarantine.class.getName());

  /** The lock timeout by which Hibernate passes over rows that are locked. */
  private static final int SKIP_LOCKED = -2;

  private final EntityManager entityManager;
  private final String node;
  private final ContentCodec cipher;

  @Inject
  public Quarantine(EntityManager entityManager, @NodeName String node, ContentCodec cipher) {
    this.entityManager = entityManager;
    this.node = node;
    this.cipher = cipher;
  }

  /** A quarantine without encryption keys. */
  public Quarantine(EntityManager entityManager, String node) {
    this(entityManager, node, ContentCodec.NONE);
  }

  public void keep(ReceivedMessage message, QuarantineReason reason) {
    keep(row(message, reason, null), message, reason);
  }

  /**
   * One line of a message with many jobs, as if the message had no other.
   *
   * @param number of the line, from 1
   */
  public void keepLine(ReceivedMessage message, int number, String text, QuarantineReason reason) {
    QuarantinedMessage row = row(message.withText(text), reason, null);
    row.isLine(number);
    keep(row, message, reason);
  }

  /**
   * Keeps a message that is removed from the broker outside the transaction: does nothing if they
   * are already stored.
   *
   * @param brokerKey identifies the message in its broker
   * @return whether it was not here before
   */
  public boolean keepOnce(String brokerKey, ReceivedMessage message, QuarantineReason reason) {
    boolean fresh = !isKept(brokerKey);
    if (fresh) {
      keep(row(message, reason, brokerKey), message, reason);
    }
    return fresh;
  }

  /**
   * The message of a row, decrypted.
   *
   * @throws IllegalArgumentException if it cannot be read or decrypted
   */
  public ReceivedMessage messageOf(QuarantinedMessage row) {
    return row.message(cipher);
  }

  /** A node without a key keeps the message readable, because it must not get lost. */
  private QuarantinedMessage row(
      ReceivedMessage message, QuarantineReason reason, @Nullable String brokerKey) {
    QuarantinedMessage row = new QuarantinedMessage(message, reason, node, brokerKey);
    if (cipher.hasKey() && isEncrypted(reason.queue())) {
      row.encrypt(cipher);
    }
    return row;
  }

  private boolean isEncrypted(@Nullable String queue) {
    return queue != null
        && !entityManager
            .createNativeQuery(
                "SELECT name FROM scheduler.worker_queue WHERE name = :queue AND encrypted")
            .setParameter("queue", queue)
            .getResultList()
            .isEmpty();
  }

  /** Rows that are marked for resubmission, the oldest request first. */
  public List<Long> requested(int limit) {
    return entityManager
        .createQuery(
            """
            SELECT m.id FROM QuarantinedMessage m WHERE m.resubmitRequestedAt IS NOT NULL
             ORDER BY m.resubmitRequestedAt, m.id
            """,
            Long.class)
        .setMaxResults(limit)
        .getResultList();
  }

  /** The row, locked; empty if it is no longer marked, or another node processes it. */
  public Optional<QuarantinedMessage> lockRequested(long id) {
    return entityManager
        .createQuery(
            "SELECT m FROM QuarantinedMessage m WHERE m.id = :id AND m.resubmitRequestedAt IS NOT NULL",
            QuarantinedMessage.class)
        .setParameter("id", id)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .setHint("jakarta.persistence.lock.timeout", SKIP_LOCKED)
        .getResultStream()
        .findFirst();
  }

  /** The row, locked, whether it is marked or not. */
  public Optional<QuarantinedMessage> lock(long id) {
    return Optional.ofNullable(
        entityManager.find(QuarantinedMessage.class, id, LockModeType.PESSIMISTIC_WRITE));
  }

  /** Removes a row that was resubmitted. */
  public void release(QuarantinedMessage row) {
    // By a function: a node may delete only rows that are marked for resubmission
    entityManager
        .createNativeQuery("SELECT scheduler.release_resubmitted(:id)", Boolean.class)
        .setParameter("id", row.id())
        .getSingleResult();
  }

  /**
   * Withdraws the request for a resubmission, without reading the row.
   *
   * @param refusal code and reason
   */
  public void refuseResubmission(long id, String refusal) {
    entityManager
        .createQuery(
            """
            UPDATE QuarantinedMessage m
               SET m.resubmitRequestedAt = NULL, m.resubmitRefusedAt = function('clock_timestamp'), m.resubmitRefusal = :refusal
             WHERE m.id = :id
            """)
        .setParameter("refusal", StorableText.mended(refusal))
        .setParameter("id", id)
        .executeUpdate();
  }

  /**
   * Reserves the decision about undeliverable messages until this transaction ends; false if
   * another node has it.
   */
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

  private void keep(QuarantinedMessage row, ReceivedMessage message, QuarantineReason reason) {
    if (!entityManager.isJoinedToTransaction()) {
      throw new IllegalStateException(
          "SCHED-0012 a message cannot be kept in the quarantine, because JPA takes no part in the transactions of this server; the message is redelivered");
    }
    entityManager.persist(row);
    LOG.log(
        Level.WARNING,
        "{0}",
        LogText.oneLine(
            "%s %s. The message is kept as row %d of scheduler.quarantine: %s from %s, for %s"
                .formatted(
                    reason.code(),
                    reason.reason(),
                    row.id(),
                    message.origin().messageId() == null
                        ? "no message id,"
                        : message.origin().messageId(),
                    message.origin().sender(),
                    reason.job())),
        reason.logFields(message));
  }
}
