package org.goodtiming.sample.spring;

import java.time.Duration;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobScheduler;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Places an order: the row and the job of its check come with one XA transaction, or neither. */
@RestController
class Orders {

  private final JobScheduler scheduler;
  private final JdbcClient database;

  Orders(JobScheduler scheduler, JdbcClient database) {
    this.scheduler = scheduler;
    this.database = database;
  }

  /** An order that exists already fails, and the job that was sent for it is rolled back. */
  @PutMapping("/orders/{id}")
  @ResponseStatus(HttpStatus.CREATED)
  @Transactional
  public void place(@PathVariable String id) {
    scheduler.schedule(
        JobRequest.on("spring-check").jobId(id).delay(Duration.ofSeconds(2)).build());
    database
        .sql("INSERT INTO shop.orders (id, run, due_at) VALUES (?, 'spring', now())")
        .param(id)
        .update();
  }
}
