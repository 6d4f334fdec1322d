package org.goodtiming.sample.spring;

import jakarta.jms.Message;
import java.time.ZoneOffset;
import org.goodtiming.scheduler.api.JobDelivery;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.stereotype.Component;

/** The worker: message and database take part in one XA transaction. */
@Component
class OrderChecks {

  private final JdbcClient database;

  OrderChecks(JdbcClient database) {
    this.database = database;
  }

  @JmsListener(destination = "spring-check")
  void check(Message message) {
    JobDelivery job = JobDelivery.of(message);
    database
        .sql("INSERT INTO shop.order_check (fire_id, order_id, due_at) VALUES (?, ?, ?)")
        .params(job.fireId(), job.jobId(), job.dueAt().atOffset(ZoneOffset.UTC))
        .update();
  }
}
