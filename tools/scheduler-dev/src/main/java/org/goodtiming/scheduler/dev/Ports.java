package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The ports of a stack: chosen free the first time, then kept as long as no other program has taken
 * them, so that addresses stay what they were.
 */
final class Ports {
  private static final int LAST = 65_535;
  private static final PortReservations RESERVATIONS = PortReservations.ofUser();

  private final PropertyFile kept;
  private final IntPredicate free;
  private final Consumer<String> progress;

  /**
   * @param progress receives a line for each kept port that another one replaces
   */
  Ports(PropertyFile kept, Consumer<String> progress) {
    this(kept, Ports::isFree, progress);
  }

  Ports(PropertyFile kept, IntPredicate free, Consumer<String> progress) {
    this.kept = kept;
    this.free = free;
    this.progress = progress;
  }

  /**
   * The kept port if it is free, or else the first free one from the preferred one upwards; to be
   * called while nothing of the stack runs.
   */
  synchronized int of(PortName name, int preferred) {
    var before = kept.get(name.key()).map(Integer::parseInt);
    if (before.filter(free::test).isPresent()) {
      return before.get();
    }
    var port = claim(name, search(name, preferred));
    before.ifPresent(
        occupied ->
            progress.accept(
                "Port %d of %s is occupied: it is %d from now on"
                    .formatted(occupied, name.key(), port)));
    return port;
  }

  /** The port that the user has chosen, also for later starts. */
  synchronized int wished(PortName name, int port) {
    return claim(name, port);
  }

  private int search(PortName name, int from) {
    var taken = kept.all().values();
    return IntStream.rangeClosed(from, LAST)
        .filter(port -> !taken.contains(Integer.toString(port)))
        .filter(free)
        .findFirst()
        .orElseThrow(() -> Problem.OCCUPIED_PORT.with(from, name.key(), name.option()));
  }

  private int claim(PortName name, int port) {
    if (!free.test(port)) {
      throw Problem.OCCUPIED_PORT.with(port, name.key(), name.option());
    }
    kept.put(name.key(), Integer.toString(port));
    return port;
  }

  /**
   * Reserves the port before it looks, so that no other stack binds it for its own look meanwhile.
   */
  private static boolean isFree(int port) {
    if (!RESERVATIONS.reserve(port)) {
      return false;
    }
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      RESERVATIONS.release(port);
      return false;
    }
  }
}
