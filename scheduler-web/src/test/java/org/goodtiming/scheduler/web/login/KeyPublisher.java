package org.goodtiming.scheduler.web.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An HTTP server of an issuer that publishes its keys as JWKS. */
final class KeyPublisher implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger reads = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile String answer = "";
  private volatile int status = 200;
  private volatile boolean silent;

  KeyPublisher(JWK... keys) throws IOException {
    this(HttpServer.create(address(), 0), keys);
  }

  /**
   * @param server not yet started
   */
  KeyPublisher(HttpServer server, JWK... keys) {
    this.server = server;
    publish(keys);
    server.createContext("/keys", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  static InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return "http://localhost:%d/keys".formatted(port());
  }

  /** Publishes exactly these keys; only their public parts leave the issuer. */
  void publish(JWK... keys) {
    answer(200, new JWKSet(List.of(keys)).toString(true));
  }

  void answer(int status, String text) {
    this.status = status;
    this.answer = text;
  }

  /** Accepts connections and answers nothing. */
  void fallSilent() {
    silent = true;
  }

  int reads() {
    return reads.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    reads.incrementAndGet();
    if (silent) {
      awaitEnd();
    }
    byte[] bytes = answer.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void awaitEnd() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
