package org.goodtiming.sample.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import org.goodtiming.sample.shop.NewOrder.Fate;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobScheduler;

/**
 * Places an order: the entity and the job of its check come with one XA transaction, or neither.
 */
@Stateless
public class OrderService {

  @PersistenceContext private EntityManager entities;

  @Inject private JobScheduler scheduler;

  @Resource private SessionContext context;

  @Inject private RolledBackOrders rolledBackOrders;

  public void place(NewOrder wanted) {
    var order = new Order(wanted.id(), wanted.run(), wanted.checkAfter());
    if (wanted.fate() == Fate.SHIPPED) {
      order.ship();
    }
    entities.persist(order);
    // Tracked, so that people can look up the time and the result of the check of an order
    scheduler.schedule(
        JobRequest.on("order-check").jobId(order.id()).dueAt(order.dueAt()).tracked(true).build());
    if (wanted.fate() == Fate.ROLLED_BACK) {
      rollBack(order);
    }
  }

  private void rollBack(Order order) {
    // Otherwise the row would be inserted by the commit only, and there is none
    entities.flush();
    rolledBackOrders.record(order);
    context.setRollbackOnly();
  }
}
