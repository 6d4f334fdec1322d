package org.goodtiming.scheduler.dev.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Talks to the sample web shop. */
final class ShopClient {

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final URI orders;
  private final URI reports;
  private final URI imports;

  ShopClient(URI node) {
    this.orders = node.resolve("/web-shop-sample/api/orders/");
    this.reports = node.resolve("/web-shop-sample/api/reports/");
    this.imports = node.resolve("/web-shop-sample/api/imports/");
  }

  void place(String run, BulkOrder order) throws IOException, InterruptedException {
    accepted(form(orders).POST(BodyPublishers.ofString(order.form(run))));
  }

  /** A few of the articles fail. */
  void importArticles(String name) throws IOException, InterruptedException {
    accepted(form(imports.resolve(name)).PUT(BodyPublishers.noBody()));
  }

  /** The shop makes reports when the recurrence is due. */
  void schedule(String name, String recurrence) throws IOException, InterruptedException {
    var body = "recurrence=" + URLEncoder.encode(recurrence, UTF_8);
    accepted(form(reports.resolve(name)).PUT(BodyPublishers.ofString(body)));
  }

  void endSchedule(String name) throws IOException, InterruptedException {
    accepted(HttpRequest.newBuilder(reports.resolve(name)).DELETE());
  }

  /**
   * The shop's progress with a run; 404 means that the shop was restarted and has no record of the
   * run.
   *
   * @param before what it said last
   */
  ShopOrders progress(String run, ShopOrders before) throws IOException, InterruptedException {
    var answer = send(HttpRequest.newBuilder(orders.resolve(run)).GET());
    return switch (answer.statusCode()) {
      case 200 -> ShopOrders.parse(answer.body());
      case 404 -> before.ended();
      default -> throw refused(answer);
    };
  }

  private static HttpRequest.Builder form(URI resource) {
    return HttpRequest.newBuilder(resource)
        .header("Content-Type", "application/x-www-form-urlencoded");
  }

  private void accepted(HttpRequest.Builder request) throws IOException, InterruptedException {
    var answer = send(request);
    if (answer.statusCode() != 202) {
      throw refused(answer);
    }
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    try {
      return http.send(request.timeout(Duration.ofSeconds(20)).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      // A refused connection has no message of its own
      throw new IOException("The shop at %s does not answer: %s".formatted(orders, e), e);
    }
  }

  private IOException refused(HttpResponse<String> answer) {
    return new IOException(
        "The shop at %s answered %d: %s".formatted(orders, answer.statusCode(), answer.body()));
  }
}
