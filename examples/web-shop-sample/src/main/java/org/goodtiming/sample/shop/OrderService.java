package org.goodtiming.sample.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobScheduler;

/** Places an order: the row and the job of its check come with one XA transaction, or neither. */
@Stateless
public class OrderService {

  @Resource private SessionContext context;

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  @Inject private JobScheduler scheduler;

  @Inject private RolledBackOrders rolledBackOrders;

  public void place(Order order) {
    insert(order);
    // Tracked, so that people can ask afterwards when an order was checked, and what was found
    scheduler.schedule(
        JobRequest.on("order-check")
            .jobId(order.id())
            .delay(order.checkAfter())
            .tracked(true)
            .build());
    if (order.fate() == Order.Fate.ROLLED_BACK) {
      rolledBackOrders.record(order);
      context.setRollbackOnly();
    }
  }

  private void insert(Order order) {
    var sql =
        """
        INSERT INTO shop.orders (id, run, due_at, shipped_at)
        VALUES (?, ?, clock_timestamp() + ?::interval, CASE WHEN ? THEN clock_timestamp() END)
        """;
    try (var connection = shop.getConnection();
        var insert = connection.prepareStatement(sql)) {
      insert.setString(1, order.id());
      insert.setString(2, order.run());
      insert.setString(3, order.checkAfter().toString());
      insert.setBoolean(4, order.fate() == Order.Fate.SHIPPED);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new EJBException("Order " + order.id() + " cannot be stored; it is not placed", e);
    }
  }
}
