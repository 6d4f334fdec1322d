package org.goodtiming.sample.shop;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import java.time.Duration;
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
   * @throws IllegalArgumentException if a field is out of its range
   * @throws java.time.format.DateTimeParseException if the delay is no ISO-8601 duration
   */
  BulkOrder bulkOrder() {
    return new BulkOrder(
        run == null ? UUID.randomUUID().toString() : run,
        orders,
        parallel,
        Duration.parse(delay),
        new BulkOrder.Fates(new Share(neverShipped), new Share(rolledBack)));
  }
}
