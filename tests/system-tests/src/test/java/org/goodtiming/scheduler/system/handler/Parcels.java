package org.goodtiming.scheduler.system.handler;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobHandler;
import org.jspecify.annotations.Nullable;

/** Packs what the payload of a job says. */
@ApplicationScoped
public class Parcels {

  public static final String QUEUE = "test.handler";

  /** What is to be packed. */
  public static class Order {
    public int parcels;
  }

  /** What was packed, and for which job. */
  public static class Packed {
    public final String job;
    public final int parcels;

    Packed(String job, int parcels) {
      this.job = job;
      this.parcels = parcels;
    }
  }

  @JobHandler(queue = QUEUE, sessions = 2)
  public @Nullable Packed pack(JobDelivery job, Order order) throws IOException {
    if (order.parcels < 0) {
      throw new IOException("no room");
    }
    return order.parcels == 0 ? null : new Packed(job.jobId(), order.parcels);
  }
}
