package org.goodtiming.scheduler.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A test of the whole console without a node, with answers of an API that the test gives. */
abstract class StaticConsoleTest {

  private static final String SESSION =
      """
      {"name": "jane", "role": "admin", "roles": ["viewer", "submitter", "operator", "admin"], "grants": ["a", "b"]}
      """;

  /** Of a refusal: 409 if its body has none. */
  private static final Pattern STATUS = Pattern.compile("\"status\": (\\d{3})\\b");

  private static Chromium chromium;

  /** By the path of a request; one that changes something is preceded by its method. */
  final Map<String, String> answers = new HashMap<>();

  /** The requests that change something, with their bodies. */
  final List<String> sent = new ArrayList<>();

  /** The same, with their conditions. */
  final List<Sent> requests = new ArrayList<>();

  /** Entity tags of the answers, by the path. */
  final Map<String, String> tags = new HashMap<>();

  final List<Route> held = new ArrayList<>();

  /** A regular expression of the paths that are not answered yet; empty if all are. */
  String holding = "";

  Page page;
  Console console;
  StaticSite site;
  private Window window;

  /** All classes share the browser of the run. */
  @RegisterExtension
  static final BeforeAllCallback BROWSER =
      context -> {
        assumeTrue(Chromium.isInstalled(), Chromium.MISSING);
        chromium = ConsoleBrowser.shared(context);
      };

  @BeforeEach
  void openWindow() throws IOException {
    site = StaticSite.ofConsole();
    window = chromium.open(site.root(), Appearance.LIGHT);
    page = window.page();
    console = new Console(page, site.root().resolve("index.html"));
    answers.put("session", SESSION);
    answers.put("worker-queues", "{\"workerQueues\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}");
    answers.put(
        "overview", "{\"ledger\": {}, \"workerQueues\": [], \"leases\": [], \"nodes\": []}");
    page.route("**/api/v1/**", this::route);
  }

  @AfterEach
  void close() {
    assertThat(window.faults().found()).isEmpty();
    page.unrouteAll();
    window.close();
    site.close();
  }

  /** Answers what was held, and holds no further request. */
  void answerHeld() {
    holding = "";
    held.forEach(this::answer);
    held.clear();
  }

  /** A request that is part of the test is refused. */
  void expectRefusal(int status, String path) {
    window.faults().expectAnswer(status, path);
  }

  /** Files and answers do not come any more. */
  void expectOutage() {
    window.faults().expectOutage();
  }

  private void route(Route route) {
    if (path(route).matches(holding)) {
      held.add(route);
    } else {
      answer(route);
    }
  }

  private void answer(Route route) {
    String path = path(route);
    String method = route.request().method();
    String request = method.equals("GET") ? path : method + " " + path;
    if (!method.equals("GET")) {
      requests.add(Sent.of(route.request()));
      String body = route.request().postData();
      sent.add(body == null ? request : request + " " + body);
    }
    String key = request.replaceFirst("\\?.*", "");
    // A thrown error would leave the page waiting; a status that is not expected is a fault
    String body = answers.getOrDefault(key, "{\"code\": \"SCHED-0913\"}");
    Map<String, String> headers = new HashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("Content-Security-Policy", "default-src 'none'");
    if (tags.containsKey(path)) {
      headers.put("ETag", tags.get(path));
    }
    route.fulfill(new FulfillOptions().setStatus(status(body)).setHeaders(headers).setBody(body));
  }

  private static int status(String body) {
    Matcher status = STATUS.matcher(body);
    return status.find()
        ? Integer.parseInt(status.group(1))
        : body.contains("\"code\": \"SCHED-") ? 409 : 200;
  }

  private static String path(Route route) {
    return route.request().url().replaceFirst(".*/api/v1/", "");
  }

  /** A waiting job of queue {@code a}. */
  static String job(String jobId, String more) {
    return "{\"queue\": \"a\", \"jobId\": \"%s\", \"state\": \"waiting\", \"dueAt\": \"2100-01-01T00:00:00Z\"%s}"
        .formatted(jobId, more);
  }

  static String jobs(String... jobs) {
    return "{\"jobs\": [%s], \"count\": 3, \"next\": \"n\"}".formatted(String.join(",", jobs));
  }
}
