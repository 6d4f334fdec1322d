package org.goodtiming.scheduler.testkit;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.api.JobHandler;

/** Handlers of two queues, which take their payloads as JSON and as bytes. */
@ApplicationScoped
public class Parcels {

  private final List<String> seen = new ArrayList<>();

  /** The order to pack. */
  public static class Order {
    public int parcels;
  }

  @JobHandler(queue = "parcel")
  public void pack(Order order) {
    seen.add(order.parcels + " parcels");
  }

  @JobHandler(queue = "label")
  public void print(byte[] label) {
    seen.add(label.length + " bytes");
  }

  List<String> seen() {
    return seen;
  }
}
