package org.goodtiming.scheduler.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.Cookie;
import jakarta.json.JsonObject;
import java.net.HttpCookie;
import java.net.URI;
import java.util.List;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.system.RestClient;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.goodtiming.scheduler.system.SystemStack;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A test of the console on the first node of the shared stack. */
abstract class ConsoleTest {

  static final String QUEUE = "test.registration";
  static final String FAR = "2100-01-01T00:00:00Z";

  final SystemStack stack = SystemStack.shared();
  final ServerNode node = stack.node(1);
  final RestClient rest = new RestClient(node);

  @RegisterExtension
  final ConsoleBrowser browser = new ConsoleBrowser(URI.create(node.url() + "/scheduler/"));

  private static @Nullable Cookie session;

  Console console;

  @BeforeEach
  void openWindow() {
    console = new Console(browser.page(), browser.console());
  }

  @AfterEach
  void noUsersOfTheseTests() {
    stack.execute(
        "DELETE FROM scheduler.api_user WHERE name LIKE 'c-%'; DELETE FROM scheduler.former_user");
  }

  /** Opens a page as the administrator, in a session that the tests share. */
  void open(String route, String heading) {
    browser.page().context().addCookies(List.of(session()));
    console.open(route);
    console.awaitPage(heading);
  }

  private Cookie session() {
    if (session == null) {
      String login = Samples.json("name", node.restUser(), "password", node.restPassword());
      Answer answer = done(rest.post("/session", login));
      HttpCookie cookie = HttpCookie.parse(answer.header("Set-Cookie")).get(0);
      session =
          new Cookie(cookie.getName(), cookie.getValue()).setUrl(browser.console().toString());
    }
    return session;
  }

  /** Logs in as a new user with the role and opens a page. */
  void openAs(String role, String route, String heading) {
    console.open(route);
    console.logIn("c-" + role, createUser(role));
    console.awaitPage(heading);
  }

  /** Creates the user {@code c-ROLE}, and returns its password. */
  String createUser(String role) {
    return done(rest.post("/users", "{\"name\": \"c-%s\", \"role\": \"%s\"}".formatted(role, role)))
        .json()
        .getString("password");
  }

  /** A job that does not become due during the test. */
  void register(String jobId) {
    String json = Samples.json("queue", QUEUE, "jobId", jobId, "dueAt", FAR, "body", "the payload");
    done(rest.post("/jobs", json));
  }

  /** A job that does not become due during the test, and has a history. */
  void registerTracked(String jobId) {
    String json = "{\"queue\": \"%s\", \"jobId\": \"%s\", \"dueAt\": \"%s\", \"tracked\": true}";
    done(rest.post("/jobs", json.formatted(QUEUE, jobId, FAR)));
  }

  /** A message to a queue that is not on the allow-list is quarantined. */
  void quarantine(String queue, String jobId) {
    new Samples(stack, rest).quarantine(queue, jobId);
  }

  String stateOf(String jobId) {
    return read("/jobs/" + QUEUE + "/" + jobId).getString("state");
  }

  JsonObject read(String path) {
    return done(rest.get(path)).json();
  }

  /** The rows of a list of the API. */
  List<JsonObject> list(String path, String name) {
    return read(path).getJsonArray(name).getValuesAs(JsonObject.class);
  }

  boolean isGone(String path) {
    return rest.get(path).status() == 404;
  }

  /** Ends the sessions of a user, like an administrator. */
  void endSessionsOf(String user) {
    list("/sessions", "sessions").stream()
        .filter(session -> session.getString("user").equals(user))
        .forEach(session -> done(rest.delete("/sessions/" + session.get("id"))));
  }

  static Answer done(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isBetween(200, 299);
    return answer;
  }
}
