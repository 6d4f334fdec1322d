package org.goodtiming.scheduler.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Serves files on the loopback interface, with the policy of the console. */
final class StaticSite implements AutoCloseable {

  private static final Path CONSOLE = Path.of("../../scheduler-web/src/main/webapp");

  private static final Map<String, String> TYPES =
      Map.of(
          "css",
          "text/css",
          "js",
          "text/javascript",
          "json",
          "application/json",
          "svg",
          "image/svg+xml",
          "html",
          "text/html; charset=utf-8");

  /** The requests of the API that reached this server, with the user and the password. */
  final Map<Sent, String> received = Collections.synchronizedMap(new LinkedHashMap<>());

  private final Map<String, String> files = new HashMap<>();
  private final HttpServer server;
  private String policy = Faults.POLICY;

  StaticSite() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  /** The files of the console, without a node: requests of the API are not found. */
  static StaticSite ofConsole() throws IOException {
    StaticSite site = new StaticSite();
    try (Stream<Path> files = Files.find(CONSOLE, 5, (file, attributes) -> hasType(file))) {
      for (Path file : files.toList()) {
        site.with(CONSOLE.relativize(file).toString(), Files.readString(file));
      }
    }
    return site;
  }

  private static boolean hasType(Path file) {
    return TYPES.containsKey(ending(file.toString()));
  }

  /** The ending of the name is the type. */
  StaticSite with(String name, String content) {
    files.put(name, content);
    return this;
  }

  StaticSite withPolicy(String other) {
    policy = other;
    return this;
  }

  URI root() {
    return URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String name = exchange.getRequestURI().getPath().substring(1);
    if (name.startsWith("api/")) {
      received.put(Sent.of(exchange), login(exchange));
    }
    exchange.getResponseHeaders().set("Content-Security-Policy", policy);
    exchange.getResponseHeaders().set("Content-Type", type(name));
    byte[] content = files.getOrDefault(name, "").getBytes(UTF_8);
    exchange.sendResponseHeaders(files.containsKey(name) ? 200 : 404, content.length);
    exchange.getResponseBody().write(content);
    exchange.close();
  }

  private static String login(HttpExchange exchange) {
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    return header == null
        ? "nobody"
        : new String(Base64.getDecoder().decode(header.replaceFirst("Basic ", "")), UTF_8);
  }

  private static String type(String name) {
    return TYPES.getOrDefault(ending(name), "text/plain");
  }

  private static String ending(String name) {
    return name.replaceFirst(".*\\.", "");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
