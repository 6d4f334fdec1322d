package org.goodtiming.scheduler.registration;

import jakarta.persistence.EntityManager;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Keeps refused registrations whole, each with its reason, in the caller's transaction. */
public final class Quarantine {

  private static final Logger LOG = System.getLogger(Quarantine.class.getName());

  private final EntityManager entityManager;
  private final String node;

  public Quarantine(EntityManager entityManager, String node) {
    this.entityManager = entityManager;
    this.node = node;
  }

  public void keep(RegistrationMessage message, Intent.Refused refused) {
    entityManager.persist(new QuarantinedMessage(message, refused, node));
    LOG.log(
        Level.WARNING,
        () ->
            "%s %s. Message %s from %s goes into quarantine"
                .formatted(
                    refused.refusal().code(),
                    refused.reason(),
                    message.origin().messageId(),
                    message.origin().producer()));
  }
}
