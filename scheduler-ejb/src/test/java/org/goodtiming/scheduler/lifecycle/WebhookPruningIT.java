package org.goodtiming.scheduler.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events that wait for a webhook have a limit, and do not outlive it. */
class WebhookPruningIT {

  private static final int LIMIT = 100;
  private static final int BEYOND = 25_000;

  private final ContractDatabase database = ContractDatabase.shared();
  private final WebhookStore store = new WebhookStore(database.xa());
  private final List<Event> told = new ArrayList<>();
  private final WebhookPruning pruning = new WebhookPruning(store, LIMIT, told::add);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void the_oldest_events_beyond_the_limit_are_given_up_in_steps_and_counted() {
    webhook("chat");
    webhook("news");
    fill("chat", LIMIT + BEYOND, 1);
    fill("news", LIMIT, 1_000);
    database.execute(
        "UPDATE scheduler.webhook SET failures = 3, retry_at = clock_timestamp() + interval '1 h', last_error = 'away'");

    pruning.run();

    assertThat(
            database.value(
                "SELECT min(position) || ' ' || count(*) FROM scheduler.webhook_event WHERE webhook = "
                    + id("chat")))
        .isEqualTo((BEYOND + 1) + " " + LIMIT);
    assertThat(state("chat")).isEqualTo(BEYOND + " 0 true away");
    assertThat(state("news")).as("as many as the limit").isEqualTo("0 3 true away");
    String why = "more than 100 were waiting";
    assertThat(told)
        .containsExactly(
            new WebhookTried("chat", "given-up", 10_000, why),
            new WebhookTried("chat", "given-up", 10_000, why),
            new WebhookTried("chat", "given-up", 5_000, why));
  }

  @Test
  void a_new_webhook_gets_no_event_of_a_deleted_one_with_its_name() {
    webhook("chat");
    fill("chat", BEYOND, 1);
    webhook("news");
    fill("news", 1, 1);
    long deleted = id("chat");

    database.execute("DELETE FROM scheduler.webhook WHERE name = 'chat'");
    webhook("chat");

    assertThat(store.due()).extracting(Webhook::name).containsExactly("news");
    assertThat(store.deleted()).containsExactly(deleted);
    assertThat(store.remove(deleted, 10_000)).isEqualTo(10_000);
    pruning.run();
    assertThat(database.value("SELECT string_agg(webhook::text, ' ') FROM scheduler.webhook_event"))
        .isEqualTo(Long.toString(id("news")));
    assertThat(told).isEmpty();
  }

  private void webhook(String name) {
    database.execute(
        "INSERT INTO scheduler.webhook (name, url, registered_by) VALUES ('%s', 'https://chat.example.org/', 'test')"
            .formatted(name));
  }

  /** Other webhooks get the events between them. */
  private void fill(String webhook, int events, int distance) {
    database.execute(
        "INSERT INTO scheduler.webhook_event (webhook, position, id, body) SELECT %d, %d * n, gen_random_uuid(), repeat('x', 500) FROM generate_series(1, %d) n"
            .formatted(id(webhook), distance, events));
  }

  private long id(String webhook) {
    return Long.parseLong(
        database.value("SELECT id FROM scheduler.webhook WHERE name = '%s'".formatted(webhook)));
  }

  private String state(String webhook) {
    return database.value(
        "SELECT given_up || ' ' || failures || ' ' || (retry_at > clock_timestamp()) || ' ' || last_error FROM scheduler.webhook WHERE name = '%s'"
            .formatted(webhook));
  }
}
