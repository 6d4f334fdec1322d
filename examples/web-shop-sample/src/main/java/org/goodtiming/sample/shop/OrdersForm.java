package org.goodtiming.sample.shop;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.UUID;
import org.goodtiming.sample.shop.BulkOrder.Delays;
import org.goodtiming.sample.shop.BulkOrder.Numbers;
import org.jspecify.annotations.Nullable;

/** The fields of {@code POST orders}, as they come over the wire. */
public class OrdersForm {

  @FormParam("run")
  private @Nullable String run;

  @FormParam("orders")
  @DefaultValue("100")
  private int orders;

  /** Without it, the ids begin with the run. */
  @FormParam("first")
  private @Nullable Integer first;

  @FormParam("parallel")
  @DefaultValue("8")
  private int parallel;

  @FormParam("delay")
  @DefaultValue("PT10S")
  private String delay = "";

  @FormParam("spread")
  @DefaultValue("PT0S")
  private String spread = "";

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
    var name = run == null ? UUID.randomUUID().toString() : run;
    return new BulkOrder(
        name,
        first == null ? Numbers.of(name, orders) : new Numbers("", first, orders),
        parallel,
        new Delays(duration("delay", delay), duration("spread", spread)),
        new BulkOrder.Fates(new Share(neverShipped), new Share(rolledBack)));
  }

  private static Duration duration(String name, String value) {
    try {
      return Duration.parse(value);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "%s must be an ISO-8601 duration such as PT10S, not '%s'".formatted(name, value), e);
    }
  }
}
