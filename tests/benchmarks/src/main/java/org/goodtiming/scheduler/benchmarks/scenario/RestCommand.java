package org.goodtiming.scheduler.benchmarks.scenario;

import static org.goodtiming.scheduler.benchmarks.scenario.Texts.count;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.format;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.benchmarks.CpuClock;
import org.goodtiming.scheduler.benchmarks.Figure;
import org.goodtiming.scheduler.benchmarks.web.EmptyResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./scheduler bench rest}. */
@Command(
    name = "rest",
    mixinStandardHelpOptions = true,
    header = "Measures the REST API: pages of a long list, the console, and polls of an execution.",
    description = {
      "Measures pages of GET /jobs while many jobs wait, with the plan of each statement; the requests",
      "of each page of the console, and the processor time of an open overview; and the processor time",
      "of GET /executions at a constant rate, beside an empty resource."
    })
public final class RestCommand implements Callable<Integer> {

  private static final int WARM_UP = 30;

  @Option(
      names = "--waiting",
      defaultValue = "1000000",
      description = "number of waiting jobs (${DEFAULT-VALUE})")
  private long waiting;

  @Option(
      names = "--executions",
      defaultValue = "1000000",
      description = "number of ended executions (${DEFAULT-VALUE})")
  private long executions;

  @Option(
      names = "--pages",
      defaultValue = "200",
      description = "requests for each page (${DEFAULT-VALUE})")
  private int pages;

  @Option(
      names = "--polls",
      defaultValue = "1000",
      description = "polls per second (${DEFAULT-VALUE})")
  private int polls;

  @Option(
      names = "--seconds",
      defaultValue = "20",
      description = "seconds of polls in a round (${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--rounds",
      defaultValue = "4",
      description = "rounds of polls, the first of them to warm up (${DEFAULT-VALUE})")
  private int rounds;

  @Mixin private ScenarioArguments arguments = new ScenarioArguments();

  @Override
  public Integer call() throws Exception {
    arguments.run(
        "REST",
        "One node, requests over loopback by a user with a password. Times are those of the client.",
        this::measure);
    return 0;
  }

  private List<TextTable> measure(StackAccess site) throws Exception {
    var http = new HttpLoad(site.stack().node(1));
    var jobs = WaitingJobs.none(site);
    long present = jobs.fillUpTo(waiting);
    var data = new ConsoleData(site);
    data.add(executions);
    new JobTable(site.database()).settle();
    return List.of(
        new ConsolePages(http, data.run(), middle(present)).measure(site, pages),
        new ConsoleCost(site, http).measure(site, rounds, seconds),
        lists(site, http, present),
        polls(site, http));
  }

  private TextTable lists(StackAccess site, HttpLoad http, long present) throws Exception {
    var table =
        new TextTable(
            "Pages of 100 of %,d waiting jobs.".formatted(present),
            "GET /jobs",
            "median ms",
            "p99 ms",
            "scans of the plan");
    for (String query : queries(http, present)) {
      var request = http.api("/jobs" + query).build();
      var times = times(http, request);
      var plan = ListPlan.of(site, () -> http.millis(request));
      site.tell("GET /jobs%s: %.1f ms", shown(query), times.get(times.size() / 2));
      table =
          table.row(
              "`" + shown(query) + "`",
              format("%.1f", times.get(times.size() / 2)),
              format("%.1f", times.get(times.size() * 99 / 100)),
              plan.scans());
    }
    return table;
  }

  /** About the due time of a job in the middle of those that wait. */
  private static Instant middle(long present) {
    return Instant.now().plus(Duration.ofDays(30)).plusMillis(present / 2);
  }

  private static List<String> queries(HttpLoad http, long present) throws Exception {
    var middle = middle(present);
    var queue = "?queue=bench.waiting.3";
    var range = "&dueFrom=%s&dueBefore=%s".formatted(middle, middle.plus(Duration.ofMinutes(1)));
    var middleOfList = "cursor=" + deepCursor(http, queue + range);
    return List.of(
        "",
        "?" + middleOfList,
        "?count=true",
        "?state=due",
        "?state=held",
        queue,
        queue + "&state=waiting&count=true",
        queue + "&prefix=waiting-77",
        queue + range,
        queue + "&" + middleOfList);
  }

  /** The position after a page in the middle of the list. */
  private static String deepCursor(HttpLoad http, String query) throws Exception {
    var page = http.send(http.api("/jobs" + query).build(), 200).body();
    var found = Pattern.compile("\"next\":\"([^\"]+)\"").matcher(page);
    if (!found.find()) {
      throw new IllegalStateException("the page has no next one: " + page);
    }
    return found.group(1);
  }

  private static String shown(String query) {
    return query
        .replaceAll("cursor=.*", "cursor=(middle)")
        .replaceAll("dueFrom=.*", "dueFrom=(middle)&dueBefore=(a minute later)");
  }

  private List<Double> times(HttpLoad http, HttpRequest request) throws Exception {
    var times = new ArrayList<Double>();
    for (int i = -WARM_UP; i < pages; i++) {
      double millis = http.millis(request);
      if (i >= 0) {
        times.add(millis);
      }
    }
    return times.stream().sorted().toList();
  }

  /** A request, and the status of its answer. */
  private record Poll(String name, HttpRequest request, int status) {}

  private TextTable polls(StackAccess site, HttpLoad http) throws Exception {
    var cpu = CpuClock.ofNode(site.stack());
    String empty = deployEmpty(site);
    var requests = requests(http);
    var figures = requests.stream().map(request -> new ArrayList<Figure>()).toList();
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < requests.size(); i++) {
        var poll = requests.get(i);
        var figure = http.steadily(cpu, poll.request(), poll.status(), polls, seconds);
        site.tell("round %d, %s: %.0f us", round, poll.name(), figure.cpu().total());
        if (round > 0) {
          figures.get(i).add(figure);
        }
      }
    }
    site.stack().node(1).undeploy(empty);
    return table(
        requests,
        figures.stream().map(each -> Median.of(each, figure -> figure.cpu().total())).toList());
  }

  private TextTable table(List<Poll> requests, List<Figure> figures) {
    var table =
        new TextTable(
            "Polls, %d per second; medians of %d rounds.".formatted(polls, rounds - 1),
            "request",
            "per second",
            "CPU us/request",
            "cores more than the empty resource");
    double base = figures.get(0).cpu().total() * figures.get(0).jobsPerSecond();
    for (int i : IntStream.range(0, figures.size()).toArray()) {
      var figure = figures.get(i);
      double more = figure.cpu().total() * figure.jobsPerSecond() - base;
      table =
          table.row(
              requests.get(i).name(),
              count(figure.jobsPerSecond()),
              figure.cpu().toString(),
              i == 0 ? "" : format("%.2f", more / 1e6));
    }
    return table;
  }

  private static List<Poll> requests(HttpLoad http) throws Exception {
    var job =
        "{\"queue\":\"bench.waiting.0\",\"jobId\":\"polled\",\"delay\":\"P30D\",\"tracked\":true,\"body\":\"x\"}";
    var created =
        http.send(
            http.api("/jobs")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(job))
                .build(),
            202);
    String location = created.headers().firstValue("Location").orElseThrow();
    String path = location.substring(location.indexOf("/executions/"));
    String tag = http.send(http.api(path).build(), 200).headers().firstValue("ETag").orElseThrow();
    return List.of(
        new Poll("empty resource", http.application("/bench-empty/empty").build(), 204),
        new Poll("status", http.api(path).build(), 200),
        new Poll("status, unchanged", http.api(path).header("If-None-Match", tag).build(), 304));
  }

  private static String deployEmpty(StackAccess site) {
    Path file = site.stack().state().resolve("bench-empty.war");
    ShrinkWrap.create(WebArchive.class)
        .addPackage(EmptyResource.class.getPackage())
        .as(ZipExporter.class)
        .exportTo(file.toFile(), true);
    return site.stack().node(1).deploy(file);
  }
}
