package org.goodtiming.scheduler.canary;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.Repetition;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.canary.CanaryEvent.CanariesSeen;
import org.goodtiming.scheduler.telemetry.Events;

/** Sends a canary a minute to each worker queue that wants it, and measures its way. */
@Singleton
record CanaryWatch(
    CanaryStore store, CanaryExchange.Broker broker, Events events, Duration patience)
    implements LeaderTask {

  /** Shorter than the interval of canaries. */
  private static final Duration PATIENCE = Duration.ofSeconds(50);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  @Inject
  CanaryWatch(CanaryStore store, CanaryExchange.Broker broker, Events events) {
    this(store, broker, events, PATIENCE);
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "canaries",
        Duration.ofSeconds(1),
        "SCHED-0068 could not send or receive canaries; jobs are not affected, and the next canaries follow within a minute");
  }

  @Override
  public String condition() {
    return CanaryStore.ARE_DUE;
  }

  /**
   * A run that fails tells nothing at its end, because the node may have stopped leading; the next
   * one does.
   */
  @Override
  public void run() {
    run(() -> !Thread.currentThread().isInterrupted());
  }

  @Override
  public void run(Repetition repetition) {
    run(repetition::goesOn);
  }

  /**
   * @param goesOn false as soon as the node has stopped leading; a JMS client may swallow the
   *     interrupt
   */
  void run(BooleanSupplier goesOn) {
    tell();
    SentCanaries sent = store.begin();
    Set<SentCanary> missing = new HashSet<>(sent.canaries());
    try {
      if (!missing.isEmpty()) {
        exchange(sent, missing, goesOn);
      }
    } finally {
      if (goesOn.getAsBoolean()) {
        missing.forEach(store::missing);
      }
    }
    if (goesOn.getAsBoolean()) {
      tell();
    }
  }

  private void tell() {
    events.tell(new CanariesSeen(store.last()));
  }

  /**
   * @param missing loses those that arrive
   */
  private void exchange(SentCanaries sent, Set<SentCanary> missing, BooleanSupplier goesOn) {
    try (CanaryExchange exchange = broker.open()) {
      sent.canaries().forEach(each -> exchange.register(each, sent.now()));
      long end = System.nanoTime() + patience.toNanos();
      while (!missing.isEmpty() && System.nanoTime() < end && goesOn.getAsBoolean()) {
        exchange
            .receive(BETWEEN_LOOKS)
            .ifPresent(
                arrived -> {
                  store.arrived(arrived, sent.now());
                  missing.remove(arrived.canary());
                });
      }
    }
  }
}
