package org.goodtiming.scheduler.server;

import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import org.goodtiming.scheduler.config.Address;

/** The servers that the node needs, watched from its start to its end. */
public final class Servers implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Servers.class.getName());

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Map<Server, ServerWatch> watches = new EnumMap<>(Server.class);
  private final ScheduledExecutorService executor;

  public Servers(ThreadFactory threads) {
    executor =
        Executors.newScheduledThreadPool(Server.values().length * ServerWatch.THREADS, threads);
  }

  /**
   * Begins to watch a server.
   *
   * @param addresses at least one must listen before a new request; empty if not known
   */
  public void watch(Server server, List<Address> addresses, Question question) {
    ServerState state = new ServerState(server, LOG, steadyClock());
    ServerWatch watch =
        new ServerWatch(state, new Listeners(addresses), question, PATIENCE, executor);
    watches.put(server, watch);
    watch.start();
  }

  /** Goes on steadily while the clock of the machine is set: no outage ends in the future. */
  private static InstantSource steadyClock() {
    Instant start = Instant.now();
    long nanoTime = System.nanoTime();
    return () -> start.plusNanos(System.nanoTime() - nanoTime);
  }

  /** The latest observation of a server; never waits for the server. */
  public Observation observation(Server server) {
    return Objects.requireNonNull(watches.get(server)).observation();
  }

  /** The end of the latest outage of each server. */
  public List<Recovery> recoveries() {
    return watches.values().stream().map(ServerWatch::recovery).toList();
  }

  public boolean answers(Server server) {
    return observation(server).answers();
  }

  /** Whether the node can do its work. */
  public boolean allAnswer() {
    return watches.values().stream().allMatch(watch -> watch.observation().answers());
  }

  /**
   * Whether a failure needs no separate log entry because a server is away: the outage is logged,
   * and this failure is counted there. Asks the servers again.
   */
  public boolean explain(Throwable failure) {
    boolean explained = false;
    for (ServerWatch watch : watches.values()) {
      explained |= watch.explains(failure);
    }
    return explained;
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
