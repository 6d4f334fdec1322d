package shop;

import jakarta.enterprise.context.ApplicationScoped;
import org.goodtiming.scheduler.api.JobHandler;

@ApplicationScoped
public class OrderCheck {
  public static class Order {
    public String id;
  }

  String checked;

  @JobHandler(queue = "order-check")
  public void check(Order order) {
    checked = order.id;
  }
}
