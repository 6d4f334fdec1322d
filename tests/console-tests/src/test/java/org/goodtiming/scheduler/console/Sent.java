package org.goodtiming.scheduler.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Request;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request of the API, by the parts that say what it does.
 *
 * @param target path and query
 * @param headers the conditions, and the type of the body
 */
record Sent(String method, String target, String body, Map<String, String> headers) {

  private static final String[] HEADERS = {
    "content-type", "if-match", "if-none-match", "idempotency-key"
  };

  static Sent of(Request request) {
    return new Sent(
        request.method(),
        target(URI.create(request.url())),
        Objects.requireNonNullElse(request.postData(), ""),
        headers(request.headers()::get));
  }

  static Sent of(HttpExchange exchange) throws IOException {
    return new Sent(
        exchange.getRequestMethod(),
        target(exchange.getRequestURI()),
        new String(exchange.getRequestBody().readAllBytes(), UTF_8),
        headers(exchange.getRequestHeaders()::getFirst));
  }

  private static String target(URI uri) {
    return uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
  }

  private static Map<String, String> headers(UnaryOperator<String> values) {
    return Stream.of(HEADERS)
        .filter(name -> values.apply(name) != null)
        .collect(Collectors.toMap(name -> name, values, (one, other) -> one, TreeMap::new));
  }
}
