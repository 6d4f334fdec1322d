package org.goodtiming.scheduler.api;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The examples of docs/api.md, compiled; ApiPageTest compares them. */
@Stateless
class ApiTour {

  @Inject JobScheduler scheduler;

  // begin register
  public void place(String orderId, Instant shippedUntil) {
    scheduler.schedule(
        JobRequest.on("order-check")
            .jobId(orderId)
            .dueAt(shippedUntil)
            .text("{\"order\": \"" + orderId + "\"}")
            .contentType("application/json")
            .property("x_customer", 4711)
            .priority(7)
            .expiresAt(shippedUntil.plus(Duration.ofDays(1)))
            .group("customer-4711")
            .build());
  }

  // end register

  // begin exists
  public void postpone(String orderId) {
    scheduler.schedule(
        JobRequest.on("order-check")
            .jobId(orderId)
            .delay(Duration.ofHours(2))
            .ifExists(JobRequest.IfExists.REPLACE)
            .build());
  }

  // end exists

  // begin cancel
  public void shipped(String orderId) {
    scheduler.cancel(new JobKey("order-check", orderId));
  }

  // end cancel

  // begin expect
  public void requestPayment(String orderId, Instant requested) {
    scheduler
        .expect(orderId)
        .within(Duration.ofMinutes(30))
        .since(requested)
        .otherwise("payment-missing");
  }

  public void paid(String orderId) {
    scheduler.fulfil(new JobKey("payment-missing", orderId));
  }

  // end expect

  // begin recurring
  public void everyMorning() {
    scheduler.schedule(
        JobRequest.on("report")
            .jobId("nightly")
            .recurring("cron:0 0 6 ? * MON-FRI zone=Europe/Berlin")
            .misfire(JobRequest.Misfire.SKIP)
            .withoutOverlap(Duration.ofHours(4))
            .build());
  }

  public void noMore() {
    scheduler.cancel(new JobKey("report", "nightly"));
  }

  // end recurring

  // begin bulk
  public void remind(List<String> customers) {
    scheduler.scheduleAll(
        customers.stream()
            .map(each -> JobRequest.on("mail").jobId(each).delay(Duration.ofDays(7)).build())
            .toList());
  }

  // end bulk

  // begin tracked
  public void calculate(String orderId) {
    scheduler.schedule(
        JobRequest.on("invoice").jobId(orderId).delay(Duration.ZERO).tracked(true).build());
  }

  // end tracked

  // begin receipt
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public String ask(String orderId) {
    JobReceipt receipt =
        scheduler.scheduleAndWait(
            JobRequest.on("order-check").jobId(orderId).delay(Duration.ofMinutes(30)).build(),
            Duration.ofSeconds(10));
    return receipt.isRejected() ? receipt.reason() : "due at " + receipt.dueAt();
  }

  // end receipt

  // begin worker
  public void onMessage(Message message) {
    JobDelivery job = JobDelivery.of(message);
    if (job.deliveryCount() > 3) {
      System.out.println("job " + job.key() + " failed before, its run is " + job.fireId());
    }
    check(job.jobId(), job.text(), (Long) job.property("x_customer"));
  }

  // end worker

  private void check(String orderId, String body, Long customer) {}
}
