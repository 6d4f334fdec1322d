package org.goodtiming.sample.shop;

import static java.lang.System.Logger.Level.WARNING;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Works off bulk orders on threads of its own and remembers how far each has come.
 *
 * <p>An executor of its own, because the default one of GlassFish and Payara has no core threads
 * and an unbounded queue, and so runs one task at a time.
 */
@ApplicationScoped
@ManagedExecutorDefinition(
    name = "java:module/concurrent/orders",
    maxAsync = BulkOrder.MAX_PARALLEL)
public class OrderDesk {

  private static final System.Logger LOG = System.getLogger(OrderDesk.class.getName());

  private final Map<String, Placing> placings = new ConcurrentHashMap<>();

  @Resource(lookup = "java:module/concurrent/orders")
  private ManagedExecutorService executor;

  @Inject private OrderService orders;

  /**
   * @throws IllegalArgumentException if the run is known already
   */
  Placing start(BulkOrder wanted) {
    var placing = new Placing(wanted);
    if (placings.putIfAbsent(wanted.run(), placing) != null) {
      throw new IllegalArgumentException("run '" + wanted.run() + "' was placed already");
    }
    for (int i = 0; i < wanted.parallel(); i++) {
      executor.execute(() -> work(placing));
    }
    return placing;
  }

  Optional<Placing> placing(String run) {
    return Optional.ofNullable(placings.get(run));
  }

  private void work(Placing placing) {
    for (var next = placing.take(); next.isPresent(); next = placing.take()) {
      place(next.get(), placing);
    }
  }

  // One order that fails must not keep the others from being placed; the counter shows it.
  private void place(NewOrder order, Placing placing) {
    try {
      orders.place(order);
      placing.succeeded(order);
    } catch (RuntimeException e) {
      placing.failed(order, e);
      LOG.log(WARNING, "Order " + order.id() + " failed; the next one is placed", e);
    }
  }
}
