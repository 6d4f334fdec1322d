package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A worker that is a URL: an HTTPS server on this machine, whose certificate the nodes trust. */
final class HttpsTarget implements AutoCloseable {

  private final HttpsServer server;
  private final ExecutorService exchanges = Executors.newCachedThreadPool();
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final Worker worker;

  /** Answers a call. */
  interface Worker {
    Answer of(Call call) throws IOException, InterruptedException;
  }

  /** A post of a job. */
  record Call(Instant at, String path, Headers headers, byte[] body) {

    String header(String name) {
      return headers.getFirst(name);
    }

    String jobId() {
      return header("scheduler-jobId");
    }

    String text() {
      return new String(body, UTF_8);
    }

    boolean isSigned() {
      String begin = header("webhook-id") + "." + header("webhook-timestamp") + ".";
      try {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(ReceiverCertificate.SECRET.getBytes(UTF_8), "HmacSHA256"));
        mac.update(begin.getBytes(UTF_8));
        return ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body)))
            .equals(header("webhook-signature"));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** An answer; the body is sent in chunks. */
  record Answer(int status, Map<String, String> headers, byte[] body) {

    static Answer of(int status) {
      return new Answer(status, Map.of(), new byte[0]);
    }

    static Answer of(int status, String type, String text) {
      return new Answer(status, Map.of("Content-Type", type), text.getBytes(UTF_8));
    }

    Answer with(String name, String value) {
      return new Answer(status, Map.of(name, value), body);
    }
  }

  HttpsTarget(ReceiverCertificate certificate, Worker worker) throws Exception {
    this.worker = worker;
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(certificate.tls()));
    server.createContext("/", this::answer);
    server.setExecutor(exchanges);
    server.start();
  }

  String url(String path) {
    return "https://localhost:%d%s".formatted(server.getAddress().getPort(), path);
  }

  List<Call> calls() {
    return calls;
  }

  List<Call> calls(String jobId) {
    return calls.stream().filter(call -> jobId.equals(call.jobId())).toList();
  }

  private void answer(HttpExchange exchange) throws IOException {
    Call call =
        new Call(
            Instant.now(),
            exchange.getRequestURI().toString(),
            exchange.getRequestHeaders(),
            exchange.getRequestBody().readAllBytes());
    calls.add(call);
    try {
      Answer answer = worker.of(call);
      answer.headers().forEach(exchange.getResponseHeaders()::add);
      exchange.sendResponseHeaders(answer.status(), answer.body().length == 0 ? -1 : 0);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    exchanges.shutdownNow();
  }
}
