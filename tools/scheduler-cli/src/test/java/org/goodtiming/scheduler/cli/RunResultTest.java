package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunResultTest {

  private static final byte[] NO_TEXT = {(byte) 0xff, 0, 'a'};

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private byte[] result = {};
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/scheduler/api/v1/executions/1/result",
        exchange -> {
          exchange.sendResponseHeaders(200, result.length);
          try (OutputStream body = exchange.getResponseBody()) {
            body.write(result);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void a_text_is_printed() {
    result = "gr\u00f6\u00dfe".getBytes(UTF_8);
    assertThat(run("1")).isZero();
    assertThat(out.toString()).isEqualToNormalizingNewlines("gr\u00f6\u00dfe\n");
  }

  @Test
  void other_bytes_are_not_changed_but_refused_or_written_to_a_new_file() {
    result = NO_TEXT;
    assertThat(run("1")).isEqualTo(ExitStatus.USAGE.number);
    assertThat(err.toString()).contains("no text in UTF-8, but 3 other bytes: --file");
    Path file = directory.resolve("result");
    assertThat(run("1", "--file", file.toString())).isZero();
    assertThat(file).hasBinaryContent(NO_TEXT);
    assertThat(run("1", "--file", file.toString())).isEqualTo(ExitStatus.FAILED.number);
    assertThat(err.toString()).contains(file + " cannot be written");
    assertThat(out.toString()).isEmpty();
  }

  private int run(String... options) {
    String[] all = new String[options.length + 2];
    all[0] = "run";
    all[1] = "result";
    System.arraycopy(options, 0, all, 2, options.length);
    return Goodtiming.commandLine(
            new Surroundings(
                Map.of("GOODTIMING_URL", "http://127.0.0.1:" + server.getAddress().getPort())),
            List.of(all))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }
}
