package org.goodtiming.sample.shop;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The fields of {@code POST orders}, as they come over the wire. */
public class OrdersForm {

  @FormParam("run")
  private @Nullable String run;

  @FormParam("orders")
  @DefaultValue("100")
  private int orders;

  @FormParam("parallel")
  @DefaultValue("8")
  private int parallel;

  @FormParam("delay")
  @DefaultValue("PT10S")
  private String delay = "";

  @FormParam("neverShipped")
  @DefaultValue("0.05")
  private double neverShipped;

  @FormParam("rolledBack")
  @DefaultValue("0.01")
  private double rolledBack;

  /**
   * @throws IllegalArgumentException if a field is not as it must be
   */
  BulkOrder bulkOrder() {
    return new BulkOrder(
        run == null ? UUID.randomUUID().toString() : run,
        orders,
        parallel,
        duration(),
        new BulkOrder.Fates(new Share(neverShipped), new Share(rolledBack)));
  }

  private Duration duration() {
    try {
      return Duration.parse(delay);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "delay must be an ISO-8601 duration such as PT10S, not '" + delay + "'", e);
    }
  }
}
