package org.goodtiming.sample.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Remembers which orders were rolled back on purpose, so that it can be shown that no job came of
 * them.
 */
@Stateless
public class RolledBackOrders {

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  /** In a transaction of its own: this row outlives the rollback. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public void record(Order order) {
    var sql =
        """
        INSERT INTO shop.rolled_back (order_id, run) VALUES (?, ?)
        """;
    try (var connection = shop.getConnection();
        var insert = connection.prepareStatement(sql)) {
      insert.setString(1, order.id());
      insert.setString(2, order.run());
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new EJBException("Rollback of order " + order.id() + " cannot be recorded", e);
    }
  }
}
