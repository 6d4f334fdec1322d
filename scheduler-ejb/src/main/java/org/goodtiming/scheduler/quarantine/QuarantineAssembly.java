package org.goodtiming.scheduler.quarantine;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.encryption.ContentCodec;

/** Builds the store of quarantined messages. */
@ApplicationScoped
class QuarantineAssembly {

  @PersistenceContext(unitName = "scheduler")
  private EntityManager entities;

  @Produces
  @Singleton
  Quarantine quarantine(CoreConfig config, ContentCodec cipher) {
    return new Quarantine(entities, config.node(), cipher);
  }
}
