package org.goodtiming.scheduler.console;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.WebError;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Collects what a browser reports without any assertion: errors on its console, uncaught errors,
 * requests to other origins, and files of the console without its policy.
 */
final class Faults {

  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
          + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
          + "require-trusted-types-for 'script'; trusted-types lit-html";

  private static final String POLICY_HEADER = "content-security-policy";

  private final URI console;
  private final List<String> found = new ArrayList<>();
  private final List<Pattern> expected = new ArrayList<>();

  Faults(URI console) {
    this.console = console;
    // Whether somebody is logged in is the first question of each page
    expectAnswer(401, "/api/v1/session");
  }

  void watch(BrowserContext context) {
    context.onConsoleMessage(this::check);
    context.onWebError(this::check);
    context.onRequest(this::check);
    context.onResponse(this::check);
  }

  /** The browser logs each refused request; one with this status is part of the test. */
  void expectAnswer(int status, String endOfPath) {
    expect("status of %d .*%s".formatted(status, Pattern.quote(endOfPath)));
  }

  /** The console sends the browser there. */
  void expectOrigin(String origin) {
    expect("request to another origin: " + Pattern.quote(origin + "/"));
  }

  /** The node goes away during the test. */
  void expectOutage() {
    expect("net::ERR_");
    // The server has not deployed the scheduler yet
    expect("status of (404|50[234]) ");
    expect("policy of .*/api/.*: ''");
  }

  private void expect(String regex) {
    expected.add(Pattern.compile(regex));
  }

  List<String> found() {
    return List.copyOf(found);
  }

  private void check(ConsoleMessage message) {
    if (message.type().equals("error")) {
      add("console: %s %s".formatted(message.text(), path(message.location())));
    }
  }

  private void check(WebError error) {
    add("uncaught: " + error.error());
  }

  private void check(Request request) {
    if (request.url().startsWith("http") && !isOurs(request.url())) {
      add("request to another origin: " + request.url());
    }
  }

  private void check(Response response) {
    if (!isOurs(response.url())) {
      return;
    }
    String policy = response.headers().getOrDefault(POLICY_HEADER, "");
    boolean api = response.url().startsWith(console.resolve("api/").toString());
    if (api ? policy.isEmpty() : !policy.equals(POLICY)) {
      add("policy of %s: '%s'".formatted(response.url(), policy));
    }
  }

  private boolean isOurs(String url) {
    return url.startsWith(console.resolve("/").toString());
  }

  /** The path of a location such as {@code http://host/path?query:1:2}. */
  private static String path(String location) {
    return location.replaceFirst("(\\?.*)?(:\\d+:\\d+)?$", "");
  }

  private void add(String fault) {
    if (expected.stream().noneMatch(each -> each.matcher(fault).find())) {
      found.add(fault);
    }
  }
}
