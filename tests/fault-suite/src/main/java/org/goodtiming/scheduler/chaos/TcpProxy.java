package org.goodtiming.scheduler.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.goodtiming.scheduler.chaos.ConnectionInterceptor.Passage;

/** The network between a node and a server: hands everything on, as well as the weather allows. */
public final class TcpProxy implements AutoCloseable {

  private static final int PIECE = 16 * 1024;
  private static final int BACKLOG = 200;

  private final int target;
  private final ServerSocket door;
  private final Supplier<ConnectionInterceptor> taps;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private LinkConditions weather = LinkConditions.FINE;

  private TcpProxy(ServerSocket door, int target, Supplier<ConnectionInterceptor> taps) {
    this.door = door;
    this.taps = taps;
    this.target = target;
  }

  static TcpProxy to(int target) throws IOException {
    return to(target, () -> ConnectionInterceptor.OPEN);
  }

  /** With a look at each connection. */
  public static TcpProxy to(int target, Supplier<ConnectionInterceptor> taps) throws IOException {
    return at(0, target, taps);
  }

  /** At a given port, which must be free. */
  static TcpProxy at(int port, int target) throws IOException {
    return at(port, target, () -> ConnectionInterceptor.OPEN);
  }

  private static TcpProxy at(int port, int target, Supplier<ConnectionInterceptor> taps)
      throws IOException {
    var door = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
    var proxy = new TcpProxy(door, target, taps);
    start("door to " + target, proxy::accept);
    return proxy;
  }

  public int port() {
    return door.getLocalPort();
  }

  synchronized void weather(LinkConditions next) {
    weather = next;
    notifyAll();
  }

  @Override
  public void close() throws IOException {
    door.close();
    weather(LinkConditions.FINE);
    open.forEach(TcpProxy::close);
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private void accept() throws IOException {
    while (!door.isClosed()) {
      var client = door.accept();
      open.add(client);
      start("proxy to " + target, () -> connect(client));
    }
  }

  // In silence a client is connected, as far as it can tell, and hears nothing.
  private void connect(Socket client) throws IOException, InterruptedException {
    try {
      awaitPassage();
      var server = new Socket(InetAddress.getLoopbackAddress(), target);
      open.add(server);
      server.setTcpNoDelay(true);
      client.setTcpNoDelay(true);
      var tap = taps.get();
      start("proxy from " + target, () -> pump(server, client, tap::toClient));
      pump(client, server, tap::toServer);
    } finally {
      close(client);
      open.remove(client);
    }
  }

  private interface Look {
    Passage at(ByteBuffer piece);
  }

  private void pump(Socket from, Socket to, Look look) throws IOException, InterruptedException {
    var piece = new byte[PIECE];
    try {
      for (int length = 0; length >= 0; length = from.getInputStream().read(piece)) {
        var now = awaitPassage();
        if (now.resets()) {
          reset(from);
          reset(to);
        }
        Wait.pause(length > 0 ? now.holdUp() : LinkConditions.FINE.delay());
        awaitPassage();
        var passage = look.at(ByteBuffer.wrap(piece, 0, length));
        to.getOutputStream().write(piece, 0, passing(passage, length));
        if (passage != Passage.WHOLE) {
          return;
        }
      }
    } finally {
      // The end of a connection, too, is news that does not get through a silent network.
      awaitPassage();
      close(to);
      close(from);
      open.remove(from);
      open.remove(to);
    }
  }

  private static int passing(Passage passage, int length) {
    return switch (passage) {
      case WHOLE, WHOLE_THEN_CUT -> length;
      case FIRST_BYTE_THEN_CUT -> Math.min(1, length);
      case NOTHING_THEN_CUT -> 0;
    };
  }

  private synchronized LinkConditions awaitPassage() throws InterruptedException {
    while (weather.silent()) {
      wait();
    }
    return weather;
  }

  private static void reset(Socket socket) throws IOException {
    socket.setOption(StandardSocketOptions.SO_LINGER, 0);
    socket.close();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  // A connection that breaks is daily bread here.
  @SuppressWarnings("EmptyCatch")
  private static void start(String name, Work work) {
    var thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException | IllegalStateException end) {
                // Both sides have been told
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
