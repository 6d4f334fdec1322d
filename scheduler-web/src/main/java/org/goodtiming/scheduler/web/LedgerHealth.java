package org.goodtiming.scheduler.web;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.goodtiming.scheduler.job.Ledger;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.telemetry.Failures;
import org.goodtiming.scheduler.telemetry.Server;
import org.goodtiming.scheduler.telemetry.Servers;

/**
 * Down while the job ledger does not add up. It counts rows, so an answer is good for a while: the
 * longer it took to find, the longer. Who asks does not wait for a count that takes long.
 */
@Readiness
@ApplicationScoped
public class LedgerHealth implements HealthCheck {

  private static final long LEAST_REST = Duration.ofSeconds(10).toNanos();

  /** At most one hundredth of the time is spent on counting. */
  private static final int REST_PER_WORK = 99;

  private static final long PATIENCE_MILLIS = 500;

  // Not the server's executor: that works in the context of who asks, a module of Payara's own
  private @Resource ManagedThreadFactory threads;
  private @Inject Ledger ledger;
  private @Inject Servers servers;

  private volatile long askAgain = System.nanoTime();
  private HealthCheckResponse answer = response().up().build();
  private Future<HealthCheckResponse> count = CompletableFuture.completedFuture(answer);
  private ExecutorService executor;

  @PostConstruct
  void start() {
    executor = Executors.newSingleThreadExecutor(threads);
  }

  @PreDestroy
  void stop() {
    executor.shutdownNow();
  }

  @Override
  public synchronized HealthCheckResponse call() {
    if (count.isDone() && System.nanoTime() - askAgain >= 0 && servers.answers(Server.DATABASE)) {
      count = executor.submit(this::ask);
    }
    try {
      answer = count.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // The last answer stands until there is a new one
    } catch (ExecutionException e) {
      answer = response().withData("problem", Failures.text(e)).down().build();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return answer;
  }

  private HealthCheckResponse ask() {
    long start = System.nanoTime();
    try {
      long difference = ledger.difference();
      long end = System.nanoTime();
      askAgain = end + Math.max(LEAST_REST, (end - start) * REST_PER_WORK);
      return response().withData("difference", difference).status(difference == 0).build();
    } catch (StoreException e) {
      // At once: how long the database did not answer says nothing about the next count
      return response().withData("problem", e.getMessage()).down().build();
    }
  }

  private static HealthCheckResponseBuilder response() {
    return HealthCheckResponse.named("scheduler-ledger");
  }
}
