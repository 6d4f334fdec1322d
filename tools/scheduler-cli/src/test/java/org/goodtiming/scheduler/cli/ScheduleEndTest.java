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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScheduleEndTest {

  private final List<String> requests = new ArrayList<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void one_request_ends_the_schedule_and_tells_of_one_that_has_ended_meanwhile()
      throws IOException {
    assertThat(end(200, "{\"status\":\"cancelled\",\"endedSchedule\":true}")).isZero();
    assertThat(out.toString()).contains("Schedule a/nightly has ended");

    assertThat(end(409, "{\"status\":409,\"code\":\"SCHED-0950\",\"detail\":\"has ended\"}"))
        .isEqualTo(ExitStatus.CONFLICT.number);
    assertThat(err.toString()).contains("SCHED-0950");
    assertThat(requests).containsOnly("DELETE /scheduler/api/v1/schedules/a/nightly").hasSize(2);
  }

  private int end(int status, String answer) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(status, 0);
          try (OutputStream body = exchange.getResponseBody()) {
            body.write(answer.getBytes(UTF_8));
          }
        });
    server.start();
    try {
      return Goodtiming.commandLine(
              new Surroundings(
                  Map.of("GOODTIMING_URL", "http://127.0.0.1:" + server.getAddress().getPort())))
          .setOut(new PrintWriter(out, true))
          .setErr(new PrintWriter(err, true))
          .execute("schedule", "end", "a", "nightly");
    } finally {
      server.stop(0);
    }
  }
}
