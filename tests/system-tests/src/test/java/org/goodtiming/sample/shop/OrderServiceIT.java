package org.goodtiming.sample.shop;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.goodtiming.sample.shop.Order.Fate;
import org.goodtiming.scheduler.api.JobScheduler;
import org.hamcrest.Matcher;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Places orders by the shop's own bean, inside Payara. */
@ExtendWith(ArquillianExtension.class)
class OrderServiceIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Inject private OrderService orders;

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  @Deployment
  static WebArchive application() {
    return ShrinkWrap.create(WebArchive.class, "shop.war")
        .addPackage(OrderService.class.getPackage())
        .addPackage(JobScheduler.class.getPackage())
        .addPackages(true, Awaitility.class.getPackage(), Matcher.class.getPackage())
        .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml");
  }

  @Test
  void the_check_of_an_order_that_was_never_shipped_notifies_a_person() throws SQLException {
    Order order = order(Fate.NEVER_SHIPPED);
    orders.place(order);
    assertEquals(1, count("shop.orders WHERE id = ?", order));
    awaitOne("shop.order_check WHERE order_id = ?", order);
    awaitOne("shop.alert WHERE order_id = ? AND reason = 'not shipped'", order);
  }

  @Test
  void of_an_order_that_is_rolled_back_neither_its_row_nor_its_check_remains() throws SQLException {
    Order rolledBack = order(Fate.ROLLED_BACK);
    orders.place(rolledBack);
    // What was sent later has come through, so what was sent before would have too
    Order later = order(Fate.SHIPPED);
    orders.place(later);
    awaitOne("shop.order_check WHERE order_id = ?", later);
    assertEquals(0, count("shop.orders WHERE id = ?", rolledBack));
    assertEquals(0, count("shop.order_check WHERE order_id = ?", rolledBack));
    assertEquals(0, count("shop.alert WHERE order_id = ?", later));
  }

  private static Order order(Fate fate) {
    return new Order("order-" + UUID.randomUUID(), "OrderServiceIT", Duration.ofSeconds(1), fate);
  }

  private void awaitOne(String rows, Order order) {
    await().atMost(PATIENCE).until(() -> count(rows, order) == 1);
  }

  private int count(String rows, Order order) throws SQLException {
    try (Connection connection = shop.getConnection();
        PreparedStatement select = connection.prepareStatement("SELECT count(*) FROM " + rows)) {
      select.setString(1, order.id());
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }
}
