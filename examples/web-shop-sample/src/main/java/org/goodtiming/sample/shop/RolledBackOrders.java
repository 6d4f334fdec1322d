package org.goodtiming.sample.shop;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/**
 * Remembers which orders were rolled back on purpose, so that it can be shown that no job came of
 * them.
 */
@Stateless
public class RolledBackOrders {

  @PersistenceContext private EntityManager entities;

  /** Stores the row in a separate transaction, so that it outlives the rollback. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public void record(Order order) {
    entities
        .createNativeQuery("INSERT INTO shop.rolled_back (order_id, run) VALUES (?1, ?2)")
        .setParameter(1, order.id())
        .setParameter(2, order.run())
        .executeUpdate();
  }
}
