package org.goodtiming.scheduler.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The network between a node and a server: hands everything on, as well as the weather allows. */
final class TcpProxy implements AutoCloseable {

  private static final int PIECE = 16 * 1024;

  private final int target;
  private final ServerSocket door;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private Weather weather = Weather.FINE;

  private TcpProxy(ServerSocket door, int target) {
    this.door = door;
    this.target = target;
  }

  static TcpProxy to(int target) throws IOException {
    var proxy = new TcpProxy(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()), target);
    start("door to " + target, proxy::accept);
    return proxy;
  }

  int port() {
    return door.getLocalPort();
  }

  synchronized void weather(Weather next) {
    weather = next;
    notifyAll();
  }

  @Override
  public void close() throws IOException {
    door.close();
    weather(Weather.FINE);
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
      start("proxy from " + target, () -> pump(server, client));
      pump(client, server);
    } finally {
      close(client);
      open.remove(client);
    }
  }

  private void pump(Socket from, Socket to) throws IOException, InterruptedException {
    var piece = new byte[PIECE];
    try {
      for (int length = 0; length >= 0; length = from.getInputStream().read(piece)) {
        var now = awaitPassage();
        if (now.resets()) {
          reset(from);
          reset(to);
        }
        Patience.pause(length > 0 ? now.holdUp() : Weather.FINE.delay());
        awaitPassage();
        to.getOutputStream().write(piece, 0, length);
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

  private synchronized Weather awaitPassage() throws InterruptedException {
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
