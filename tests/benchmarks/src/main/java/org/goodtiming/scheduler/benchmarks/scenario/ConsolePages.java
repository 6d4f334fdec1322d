package org.goodtiming.scheduler.benchmarks.scenario;

import static org.goodtiming.scheduler.benchmarks.scenario.Texts.format;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests of the pages of the console.
 *
 * @param run fire id of an ended run
 * @param middle due time of a job in the middle of those that wait
 */
record ConsolePages(HttpLoad http, String run, Instant middle) {

  private static final String QUEUE = "bench.waiting.3";
  private static final String LIST = "limit=100&count=true";

  /** A path with its query. */
  record Request(String page, String path) {}

  /**
   * Times of each request.
   *
   * @param samples of each, of which the first ones warm up
   */
  TextTable measure(StackAccess site, int samples) throws Exception {
    var table =
        new TextTable("Requests of the console's pages.", "page", "request", "median ms", "p95 ms");
    for (var request : requests(Instant.now())) {
      var times = times(request, samples);
      String median = format("%.1f", times.get(times.size() / 2));
      site.tell("%s, %s: %s ms", request.page(), request.path(), median);
      table =
          table.row(
              request.page(),
              "`" + shown(request.path()) + "`",
              median,
              format("%.1f", times.get(times.size() * 95 / 100)));
    }
    return table;
  }

  private List<Double> times(Request request, int samples) throws Exception {
    var times = new ArrayList<Double>();
    for (int i = -samples / 4; i < samples; i++) {
      double millis = http.millis(http.api(request.path()).build());
      if (i >= 0) {
        times.add(millis);
      }
    }
    return times.stream().sorted().toList();
  }

  private String shown(String path) {
    return path.replace(run, "(fire id)").replaceAll("\\d{4}-\\d\\d-\\d\\dT[^&]*", "(time)");
  }

  static List<Request> overview(Instant now) {
    return List.of(
        new Request("overview", "/overview"),
        new Request("overview", "/statistics" + range(now.minus(Duration.ofHours(1)), now, "PT1M")),
        new Request("overview", "/forecast" + range(now, now.plus(Duration.ofDays(1)), "PT1H")));
  }

  private List<Request> requests(Instant now) {
    var requests = new ArrayList<>(overview(now));
    List.of(
            "?" + LIST,
            "?state=due&" + LIST,
            "?state=waiting&" + LIST,
            "?state=retrying&" + LIST,
            "?state=held&" + LIST,
            "?queue=" + QUEUE + "&" + LIST,
            "?queue=" + QUEUE + "&state=due&" + LIST,
            "?queue=" + QUEUE + "&sort=-due&" + LIST,
            "?queue=" + QUEUE + "&sort=jobId&" + LIST,
            "?queue=" + QUEUE + dueWithin(Duration.ofMinutes(1)) + "&" + LIST,
            "?queue=" + QUEUE + dueWithin(Duration.ofMillis(100)) + "&" + LIST,
            "?" + LIST + dueWithin(Duration.ofMillis(100)),
            "?registeredBy=nobody&" + LIST,
            "?queue="
                + QUEUE
                + dueWithin(Duration.ofHours(1))
                + "&property=x_customer:4711&"
                + LIST)
        .forEach(query -> requests.add(new Request("jobs", "/jobs" + query)));
    String job = "/jobs/bench.waiting.1/waiting-2";
    requests.add(new Request("job", job));
    requests.add(new Request("job", job + "/explanation"));
    String midnight = now.truncatedTo(java.time.temporal.ChronoUnit.DAYS).toString();
    List.of(
            "?" + LIST,
            "?outcome=failed&" + LIST,
            "?outcome=failed&endedFrom=" + midnight + "&" + LIST,
            "?outcome=open&" + LIST,
            "?sort=submitted&" + LIST,
            "?sort=-duration&" + LIST,
            "?state=RUNNING&" + LIST,
            "?minDuration=PT1M&" + LIST,
            "?minDuration=PT1H&" + LIST,
            "?retried=true&" + LIST,
            "?queue=" + QUEUE + "&" + LIST,
            "?queue=" + QUEUE + "&prefix=run-77&" + LIST)
        .forEach(query -> requests.add(new Request("runs", "/executions" + query)));
    List.of("?follow=false", "/transitions", "/explanation")
        .forEach(part -> requests.add(new Request("run", "/executions/" + run + part)));
    requests.add(new Request("schedules", "/schedules?limit=100"));
    String schedule = "/schedules/bench.waiting.1/schedule-1";
    List.of("", "/explanation", "/executions?limit=50")
        .forEach(part -> requests.add(new Request("schedule", schedule + part)));
    String cron = URLEncoder.encode("cron:0 1 * ? * *", StandardCharsets.UTF_8);
    requests.add(new Request("schedule", "/schedules/preview?runs=10&recurrence=" + cron));
    requests.add(
        new Request("agenda", "/forecast" + range(now, now.plus(Duration.ofDays(7)), "PT3H")));
    requests.add(
        new Request(
            "agenda", "/forecast" + range(middle, middle.plus(Duration.ofDays(1)), "PT1H")));
    requests.add(new Request("queues", "/worker-queues"));
    requests.add(new Request("queue", "/worker-queues/" + QUEUE));
    requests.add(
        new Request(
            "queue",
            "/statistics"
                + range(now.minus(Duration.ofHours(1)), now, "PT1M")
                + "&queue="
                + QUEUE));
    requests.add(new Request("quarantine", "/quarantine?limit=100"));
    List.of("calendars", "definitions", "nodes", "leases", "users", "sessions", "grants")
        .forEach(name -> requests.add(new Request(name, "/" + name)));
    requests.add(new Request("in doubt", "/in-doubt"));
    requests.add(new Request("batch operations", "/batch-operations?limit=100"));
    requests.add(new Request("audit", "/audit?limit=100"));
    requests.add(new Request("audit", "/audit?limit=100&subject=" + QUEUE));
    List.of("waiting-77", "run-77", run, "nobody")
        .forEach(text -> requests.add(new Request("search", "/search?q=" + text)));
    return requests;
  }

  private String dueWithin(Duration range) {
    return "&dueFrom=%s&dueBefore=%s".formatted(middle, middle.plus(range));
  }

  private static String range(Instant from, Instant to, String step) {
    return "?from=%s&to=%s&step=%s".formatted(from, to, step);
  }
}
