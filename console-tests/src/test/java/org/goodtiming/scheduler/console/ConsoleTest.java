package org.goodtiming.scheduler.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.goodtiming.scheduler.dev.PayaraNode;
import org.goodtiming.scheduler.system.RestClient;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A test of the console on the first node of the shared stack. */
abstract class ConsoleTest {

  static final String QUEUE = "test.registration";
  static final String FAR = "2100-01-01T00:00:00Z";

  final SystemStack stack = SystemStack.shared();
  final PayaraNode node = stack.node(1);
  final RestClient rest = new RestClient(node);

  @RegisterExtension
  final ConsoleBrowser browser = new ConsoleBrowser(URI.create(node.url() + "/scheduler/"));

  Console console;

  @BeforeEach
  void openWindow() {
    console = new Console(browser.page(), browser.console());
  }

  @AfterEach
  void noUsersOfTheseTests() {
    stack.execute("DELETE FROM scheduler.api_user WHERE name LIKE 'c-%'");
  }

  /** Logs in as the administrator and opens a page. */
  void open(String route, String heading) {
    console.open(route);
    console.logIn(node.restUser(), node.restPassword());
    console.awaitPage(heading);
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

  String stateOf(String jobId) {
    return done(rest.get("/jobs/" + QUEUE + "/" + jobId)).json().getString("state");
  }

  static Answer done(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isBetween(200, 299);
    return answer;
  }
}
