package org.goodtiming.scheduler.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.job.Jobs.job;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.goodtiming.scheduler.config.operations.Authorities;
import org.goodtiming.scheduler.config.operations.IpNetwork;
import org.goodtiming.scheduler.config.operations.PostConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.post.HttpsPost;
import org.goodtiming.scheduler.post.PostAddresses;
import org.goodtiming.scheduler.post.PostDeadlines;
import org.goodtiming.scheduler.post.ReceiverTls;
import org.goodtiming.scheduler.post.SignedPost;
import org.goodtiming.scheduler.sql.StoreException;
import org.goodtiming.scheduler.telemetry.Event;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that are posted to a receiver by TLS. */
class WebhookSenderIT {

  private static final String HOST = "chat.example.org";
  private static final String NEW_SECRET = "a new secret of thirty-two characters";
  private static final String OLD_SECRET = "an old secret of thirty-two characters";
  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

  @TempDir private static Path directory;
  private static SSLContext tls;

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore jobs =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final EventOutbox outbox = new EventOutbox(database.xa());
  private final WebhookStore store = new WebhookStore(database.xa());
  private final List<Received> received = Collections.synchronizedList(new ArrayList<>());
  private final Deque<Integer> statuses = new ArrayDeque<>();
  private final List<Event> told = Collections.synchronizedList(new ArrayList<>());
  private final PostDeadlines deadlines = new PostDeadlines(Thread::new);
  private final ExecutorService exchanges = Executors.newCachedThreadPool();
  private final AtomicInteger slow = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);
  private HttpsServer receiver;
  private Runnable duringPost = () -> {};
  private @Nullable String retryAfter;
  private Duration longestTurn = Duration.ofMinutes(1);

  private record Received(String path, String id, String signature, JsonObject event) {}

  @BeforeAll
  static void certificate() throws Exception {
    tls = ReceiverTls.of(HOST, directory);
  }

  @BeforeEach
  void start() throws IOException {
    database.clear();
    database.execute("UPDATE scheduler.worker_queue SET events = true WHERE name IN ('a', 'b')");
    receiver = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.setHttpsConfigurator(new HttpsConfigurator(tls));
    receiver.createContext("/", this::answer);
    receiver.createContext("/slow", this::answerLate);
    receiver.setExecutor(exchanges);
    receiver.start();
  }

  @AfterEach
  void stop() {
    receiver.stop(0);
    exchanges.shutdownNow();
    deadlines.close();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    try (var reader = JsonProvider.provider().createReader(new StringReader(body))) {
      received.add(
          new Received(
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders().getFirst("webhook-id"),
              exchange.getRequestHeaders().getFirst("webhook-signature"),
              reader.readObject()));
    }
    assertThat(exchange.getRequestHeaders().getFirst("webhook-timestamp"))
        .isEqualTo(Long.toString(NOW.getEpochSecond()));
    duringPost.run();
    int status = statuses.isEmpty() ? 204 : statuses.remove();
    if (status == 302) {
      exchange.getResponseHeaders().add("Location", "/elsewhere");
    }
    if (retryAfter != null) {
      exchange.getResponseHeaders().add("Retry-After", retryAfter);
    }
    if (status > 0) {
      exchange.sendResponseHeaders(status, -1);
    }
    exchange.close();
  }

  private void answerLate(HttpExchange exchange) throws IOException {
    slow.incrementAndGet();
    try {
      assertThat(end.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  @Test
  void a_slow_receiver_does_not_delay_the_events_of_others() {
    webhook("name = 'alarm', url = replace(url, '/hook', '/slow')");
    webhook("");
    register("a", "1");
    CompletableFuture<Void> run = CompletableFuture.runAsync(sender("127.0.0.0/8")::run);
    await().until(() -> slow.get() == 1 && received.size() == 1);

    register("a", "2");
    await().untilAsserted(() -> assertThat(received).hasSize(2));
    assertThat(slow).hasValue(1);

    end.countDown();
    run.join();
    assertThat(slow.get() + waiting()).as("the slow one's second event, sent or not").isEqualTo(2);
  }

  @Test
  void canaries_have_no_events_and_do_not_end_the_publication() {
    jobs.register(List.of(Canary.of(job("a", Canary.NAME).build(), false)));
    assertThat(database.value("SELECT count(*) FROM scheduler.event")).isEqualTo("1");
    database.execute(
        "INSERT INTO scheduler.event (type, queue, job_id) SELECT e.type, e.queue, e.job_id FROM scheduler.event e, generate_series(1, 500)");
    EventPublication publication = new EventPublication(outbox, new EventSender(null, null), store);
    assertThat(publication.publish()).isTrue();
    assertThat(publication.publish()).isFalse();
    assertThat(database.value("SELECT count(*) FROM scheduler.event")).isEqualTo("0");
  }

  @Test
  void webhooks_that_fail_leave_half_of_the_turns_to_the_others() {
    for (int i = 0; i < 12; i++) {
      webhook(
          "name = 'failing-%d', url = replace(url, '/hook', '/slow'), last_error = 'away' WHERE name = 'chat'"
              .formatted(i));
    }
    webhook("last_sent_at = clock_timestamp() WHERE name = 'chat'");
    register("a", "1");
    CompletableFuture<Void> run = CompletableFuture.runAsync(sender("127.0.0.0/8")::run);
    await().until(() -> received.size() == 1 && slow.get() >= 4);

    register("a", "2");
    await().until(() -> received.size() == 2);
    assertThat(slow).hasValue(4);

    end.countDown();
    run.join();
  }

  @Test
  void a_turn_ends_after_its_time_and_the_next_one_goes_on() {
    longestTurn = Duration.ZERO;
    webhook("");
    register("a", "1", "2");
    WebhookSender sender = sender("127.0.0.0/8");
    database.runIfItHasWork(sender);
    assertThat(received).hasSize(1);
    database.runIfItHasWork(sender);
    assertThat(received).hasSize(2);
  }

  @Test
  void events_are_posted_in_their_order_with_a_signature_of_each_secret() {
    webhook("");
    register("a", "1", "2");
    database.runIfItHasWork(sender("127.0.0.0/8"));
    assertThat(received)
        .extracting(each -> each.event().getString("subject"))
        .containsExactly("a/1", "a/2");
    Received first = received.get(0);
    assertThat(first.path()).isEqualTo("/hook?key=1");
    assertThat(first.id()).isEqualTo(first.event().getString("id"));
    assertThat(first.event().getString("type"))
        .isEqualTo("org.goodtiming.scheduler.job.registered");
    assertThat(first.event().getJsonObject("data").getString("jobId")).isEqualTo("1");
    assertThat(first.signature()).matches("v1,\\S+ v1,\\S+");
    assertThat(waiting()).isZero();
    assertThat(database.value("SELECT last_sent_at IS NOT NULL FROM scheduler.webhook"))
        .isEqualTo("t");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM scheduler.webhook",
        "UPDATE scheduler.webhook SET paused = true",
        "UPDATE scheduler.webhook SET url = 'https://other.example.org/'"
      })
  void a_webhook_that_is_changed_during_a_post_gets_no_further_event(String change) {
    webhook("");
    register("a", "1", "2", "3");
    duringPost = () -> database.execute(change);
    database.runIfItHasWork(sender("127.0.0.0/8"));
    assertThat(received)
        .extracting(each -> each.event().getString("subject"))
        .containsExactly("a/1");
    assertThat(waiting()).isEqualTo(2);
  }

  @Test
  void a_webhook_gets_only_the_types_and_queues_that_it_wants() {
    webhook("types = '{job.registered}', queues = '{b}'");
    register("a", "1");
    register("b", "2");
    database.execute("UPDATE scheduler.worker_queue SET paused = true WHERE name = 'b'");
    publish();
    database.runIfItHasWork(sender("127.0.0.0/8"));
    assertThat(received)
        .extracting(each -> each.event().getString("subject"))
        .containsExactly("b/2");
  }

  @Test
  void an_event_that_is_not_accepted_is_posted_again_before_the_later_ones() {
    webhook("retry = 'PT1M,PT1M'");
    register("a", "1", "2");
    statuses.addAll(List.of(500, 302));
    WebhookSender sender = sender("127.0.0.0/8");
    database.runIfItHasWork(sender);
    assertThat(state()).isEqualTo("1 the answer has status 500");
    database.runIfItHasWork(sender);
    assertThat(received).as("before the delay is over").hasSize(1);
    delayIsOver();
    database.runIfItHasWork(sender);
    assertThat(state()).isEqualTo("2 the answer has status 302, and redirects are not followed");
    delayIsOver();
    database.runIfItHasWork(sender);
    assertThat(received)
        .extracting(each -> each.path() + " " + each.event().getString("subject"))
        .containsExactly(
            "/hook?key=1 a/1", "/hook?key=1 a/1", "/hook?key=1 a/1", "/hook?key=1 a/2");
    assertThat(received.get(2).id()).isEqualTo(received.get(0).id());
    assertThat(waiting()).isZero();
  }

  @Test
  void after_the_last_attempt_an_event_is_given_up_and_the_next_one_has_all_its_attempts() {
    webhook("retry = 'PT1M'");
    register("a", "1", "2");
    statuses.addAll(List.of(500, 500, 500));
    WebhookSender sender = sender("127.0.0.0/8");
    for (int i = 0; i < 4; i++) {
      database.runIfItHasWork(sender);
      delayIsOver();
    }
    assertThat(received)
        .extracting(each -> each.event().getString("subject"))
        .containsExactly("a/1", "a/1", "a/2", "a/2");
    assertThat(database.value("SELECT given_up FROM scheduler.webhook")).isEqualTo("1");
    assertThat(told)
        .extracting(event -> ((WebhookTried) event).outcome())
        .containsExactly("failed", "given-up", "failed", "accepted");
    assertThat(told)
        .contains(
            new WebhookTried(
                "chat", "given-up", 1, "not accepted in all attempts: the answer has status 500"));
  }

  @Test
  void a_webhook_whose_state_cannot_be_stored_does_not_keep_the_others_from_being_posted()
      throws SQLException {
    webhook("name = 'alarm', url = url || '&alarm=1'");
    webhook("");
    register("a", "1");
    try (Connection connection = database.xa().getConnection()) {
      connection.setAutoCommit(false);
      connection
          .createStatement()
          .execute("SELECT 1 FROM scheduler.webhook WHERE name = 'alarm' FOR UPDATE");
      assertThatThrownBy(() -> database.runIfItHasWork(sender("127.0.0.0/8")))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("could not store the state of webhook alarm");
    }
    assertThat(received)
        .extracting(Received::path)
        .containsExactlyInAnyOrder("/hook?key=1&alarm=1", "/hook?key=1");
    assertThat(
            database.value(
                "SELECT string_agg(name, ' ') FROM scheduler.webhook WHERE last_sent_at IS NOT NULL"))
        .isEqualTo("chat");
  }

  @Test
  void a_webhook_that_cannot_be_read_does_not_keep_the_others_from_being_posted() {
    webhook("name = 'alarm', url = 'https://a.example.org/%'");
    webhook("");
    register("a", "1");
    assertThatThrownBy(() -> database.runIfItHasWork(sender("127.0.0.0/8")))
        .hasMessageContaining("https://a.example.org/%");
    assertThat(received).extracting(Received::path).containsExactly("/hook?key=1");
  }

  /**
   * A crash between the post and its removal has the same effect: the receiver sees the same id.
   */
  @Test
  void an_event_whose_answer_is_lost_is_posted_again_with_the_same_id() {
    webhook("");
    register("a", "1");
    statuses.add(0);
    WebhookSender sender = sender("127.0.0.0/8");
    database.runIfItHasWork(sender);
    assertThat(waiting()).isEqualTo(1);
    delayIsOver();
    database.runIfItHasWork(sender);
    assertThat(received).hasSize(2);
    assertThat(received.get(1).id()).isEqualTo(received.get(0).id());
    assertThat(waiting()).isZero();
  }

  @Test
  void a_private_address_is_not_reached_unless_it_is_allowed() {
    webhook("");
    register("a", "1");
    database.runIfItHasWork(sender("10.0.0.0/8"));
    assertThat(received).isEmpty();
    assertThat(state())
        .isEqualTo(
            "1 host chat.example.org has only addresses that are not public: [127.0.0.1]. If it is yours, add them to scheduler.webhook.private-networks");
  }

  @Test
  void a_host_that_is_not_allowed_and_a_certificate_of_another_host_end_before_the_request() {
    webhook("url = replace(url, 'chat', 'evil')");
    register("a", "1");
    database.runIfItHasWork(sender("127.0.0.0/8"));
    assertThat(state())
        .isEqualTo("1 host evil.example.org is not in scheduler.webhook.hosts of this node");
    database.execute(
        "UPDATE scheduler.webhook SET url = replace(url, 'evil', 'news'), failures = 0, retry_at = NULL");
    database.runIfItHasWork(sender("127.0.0.0/8"));
    assertThat(state()).contains("news.example.org");
    assertThat(received).isEmpty();
  }

  @Test
  void a_receiver_that_is_gone_pauses_its_webhook_with_the_reason_and_what_waits_is_kept() {
    webhook("");
    register("a", "1", "2");
    statuses.add(410);
    database.runIfItHasWork(sender("127.0.0.0/8"));
    assertThat(received).hasSize(1);
    String reason =
        "the answer has status 410: the receiver wants no more events, so the webhook was paused. Give it another receiver and resume it, or delete it";
    assertThat(database.value("SELECT paused || ' ' || last_error FROM scheduler.webhook"))
        .isEqualTo("true " + reason);
    assertThat(waiting()).isEqualTo(2);
    assertThat(told).containsExactly(new WebhookTried("chat", "paused", 1, reason));
  }

  @Test
  void a_webhook_that_got_another_receiver_during_a_post_is_not_paused_by_the_former_one() {
    webhook("");
    register("a", "1");
    statuses.add(410);
    duringPost =
        () -> database.execute("UPDATE scheduler.webhook SET url = 'https://other.example.org/'");
    database.runIfItHasWork(sender("127.0.0.0/8"));
    assertThat(database.value("SELECT paused FROM scheduler.webhook")).isEqualTo("f");
    assertThat(told).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PT1S | 120 | 120",
        "PT1S | Tue, 14 Nov 2023 22:15:20 GMT | 120",
        "PT1S | 86400 | 3600",
        "PT10M | 120 | 600",
        "none | 120 | 120"
      })
  void a_receiver_that_asks_to_wait_is_left_alone_so_long_but_at_most_an_hour(
      String retry, String field, int seconds) {
    webhook("retry = '%s'".formatted(retry));
    register("a", "1", "2");
    statuses.add(503);
    retryAfter = field;
    WebhookSender sender = sender("127.0.0.0/8");
    database.runIfItHasWork(sender);
    database.runIfItHasWork(sender);
    assertThat(received).hasSize(1);
    assertThat(
            database.value(
                "SELECT retry_at BETWEEN clock_timestamp() + interval '%d s' AND clock_timestamp() + interval '%d s' FROM scheduler.webhook"
                    .formatted(seconds - 30, seconds)))
        .as(database.value("SELECT retry_at - clock_timestamp() FROM scheduler.webhook"))
        .isEqualTo("t");
  }

  @Test
  void a_paused_webhook_posts_nothing_and_collects_nothing() {
    webhook("");
    register("a", "1");
    database.execute("UPDATE scheduler.webhook SET paused = true");
    register("a", "2");
    database.runIfItHasWork(sender("127.0.0.0/8"));
    assertThat(received).isEmpty();
    assertThat(waiting()).isEqualTo(1);
  }

  private void webhook(String settings) {
    database.execute(
        "INSERT INTO scheduler.webhook (name, url, registered_by) VALUES ('chat', 'https://%s:%d/hook?key=1', 'test')"
            .formatted(HOST, receiver.getAddress().getPort()));
    if (!settings.isEmpty()) {
      database.execute("UPDATE scheduler.webhook SET " + settings);
    }
  }

  private void register(String queue, String... jobIds) {
    for (String jobId : jobIds) {
      jobs.register(List.of(job(queue, jobId).build()));
    }
    publish();
  }

  private void publish() {
    store.add(outbox.take(100));
  }

  private WebhookSender sender(String privateNetwork) {
    PostConfig config =
        new PostConfig(
            "scheduler.webhook.",
            List.of(NEW_SECRET, OLD_SECRET),
            List.of(HOST, "news.example.org"),
            List.of(IpNetwork.parse(privateNetwork)),
            Authorities.OF_THE_SERVER,
            Duration.ofSeconds(10));
    PostAddresses addresses =
        new PostAddresses(config, host -> new InetAddress[] {InetAddress.getLoopbackAddress()});
    HttpsPost https = new HttpsPost(tls.getSocketFactory(), deadlines, config.timeout());
    Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    SignedPost post = new SignedPost(config, addresses, https, clock);
    WebhookDelivery delivery = new WebhookDelivery(store, post, longestTurn, clock, told::add);
    return new WebhookSender(store, delivery, Thread::new);
  }

  private void delayIsOver() {
    database.execute("UPDATE scheduler.webhook SET retry_at = clock_timestamp()");
  }

  private String state() {
    return database.value("SELECT failures || ' ' || last_error FROM scheduler.webhook");
  }

  private long waiting() {
    return Long.parseLong(database.value("SELECT count(*) FROM scheduler.webhook_event"));
  }
}
