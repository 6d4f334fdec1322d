package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Where a running stack takes requests of other terminals: a Unix domain socket in a directory of
 * its owner. A request is a line, the answer some lines of progress, and a last line that is {@link
 * #DONE} or begins with {@link #FAILED}.
 */
final class ControlSocket implements AutoCloseable {
  static final String DONE = "done";
  static final String FAILED = "failed ";

  private final Path file;
  private final ServerSocketChannel server;

  private ControlSocket(Path file, ServerSocketChannel server) {
    this.file = file;
    this.server = server;
  }

  /**
   * Opens the socket outside the state directory, because the system limits a socket's path to 107
   * bytes.
   */
  static ControlSocket open() {
    try {
      var file = Files.createTempDirectory("good-timing").resolve("control");
      var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(file));
      return new ControlSocket(file, server);
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, "the control socket", e);
    }
  }

  Path file() {
    return file;
  }

  /** Accepts requests until the socket is closed; each has its own thread. */
  void serve(ComponentControl control, Executor executor) {
    executor.execute(
        () -> {
          for (var client = accept(); client != null; client = accept()) {
            var accepted = client;
            executor.execute(() -> answer(accepted, control));
          }
        });
  }

  @Override
  public void close() {
    try {
      server.close();
      Files.deleteIfExists(file);
      Files.deleteIfExists(requireNonNull(file.getParent()));
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, file, e);
    }
  }

  private @Nullable SocketChannel accept() {
    try {
      return server.accept();
    } catch (ClosedChannelException e) {
      return null;
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, file, e);
    }
  }

  private static void answer(SocketChannel client, ComponentControl control) {
    try (client;
        var reader = new BufferedReader(Channels.newReader(client, UTF_8));
        var writer = new PrintWriter(Channels.newWriter(client, UTF_8), true)) {
      var line = reader.readLine();
      if (line != null) {
        writer.println(outcome(ControlRequest.parse(line), control, writer));
      }
    } catch (IOException e) {
      return; // Who asked has gone away.
    }
  }

  private static String outcome(
      ControlRequest request, ComponentControl control, PrintWriter writer) {
    try {
      control.carryOut(request, writer::println);
      return DONE;
    } catch (RuntimeException e) {
      return FAILED + e.getMessage();
    }
  }
}
