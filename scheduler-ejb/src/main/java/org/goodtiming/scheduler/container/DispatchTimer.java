package org.goodtiming.scheduler.container;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.time.Duration;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.dispatch.DispatchEvent.DispatchStarted;
import org.goodtiming.scheduler.dispatch.DispatchEvent.TimerCalled;
import org.goodtiming.scheduler.dispatch.Partitions;
import org.goodtiming.scheduler.telemetry.Events;

/** The EJB timer of a node. Its first tick needs the duties of the node, which a task reads. */
@Singleton
@Startup
@DependsOn("NodeTasks")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class DispatchTimer {

  private static final Logger LOG = System.getLogger(DispatchTimer.class.getName());

  private @Resource TimerService timers;
  private @Inject CoreConfig config;
  private @Inject Partitions partitions;
  private @Inject Events events;

  private TimerWatch watch;

  @PostConstruct
  void start() {
    Duration interval = config.timer().interval();
    events.tell(new DispatchStarted());
    watch = new TimerWatch(LOG, config.node());
    partitions.start();
    timers.createIntervalTimer(0, interval.toMillis(), new TimerConfig("dispatch", false));
    partitions.repeat("the ticks without the timer", this::tickWithoutTimer, interval, interval);
  }

  @Timeout
  void timeout() {
    watch.called();
    events.tell(new TimerCalled());
    partitions.tick();
  }

  /** An EJB timer stands still while a clock that was set back catches up (docs/adr/0053). */
  private void tickWithoutTimer() {
    if (watch.isSilent()) {
      partitions.tick();
    }
  }

  // The attribute is named here too: otherwise Payara tries to begin a transaction first, fails
  // because the server stops, and skips the callback (docs/adr/0050).
  @PreDestroy
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void stop() {
    // Payara has already stopped the timer
    partitions.stop();
  }
}
