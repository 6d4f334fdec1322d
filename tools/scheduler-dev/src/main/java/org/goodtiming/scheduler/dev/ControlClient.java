package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** Asks the supervisor of a stack, from another terminal. */
record ControlClient(StateDirectory state) {

  /** Returns when the request is carried out. */
  void ask(ControlRequest request, Consumer<String> progress) {
    var records = new ProcessRecords(state.processes());
    if (!records.alive().containsKey(ProcessRecords.SUPERVISOR)) {
      throw Problem.NO_STACK.with(state.root());
    }
    var socket = records.control().orElseThrow(() -> Problem.STILL_STARTING.with(state.root()));
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        var writer = new PrintWriter(Channels.newWriter(channel, UTF_8), true);
        var reader = new BufferedReader(Channels.newReader(channel, UTF_8))) {
      writer.println(request.format());
      follow(reader, progress);
    } catch (IOException e) {
      throw Problem.STACK_SILENT.because(e, state.root(), e.getMessage());
    }
  }

  private static void follow(BufferedReader answer, Consumer<String> progress) throws IOException {
    var failure = new StringBuilder();
    for (var line = answer.readLine(); line != null; line = answer.readLine()) {
      if (line.equals(ControlSocket.DONE)) {
        return;
      }
      if (line.startsWith(ControlSocket.FAILED) || !failure.isEmpty()) {
        failure.append(line).append('\n');
      } else {
        progress.accept(line);
      }
    }
    if (failure.isEmpty()) {
      throw new IOException("it ended before it was done");
    }
    throw new DevStackException(failure.substring(ControlSocket.FAILED.length()).strip(), null);
  }
}
