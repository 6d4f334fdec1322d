package org.goodtiming.scheduler.operations.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.webhook.WebhookChanges.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Webhooks that administrators manage. */
class WebhooksIT {

  private static final String URL = "https://chat.example.org/hooks/secret";

  private final ContractDatabase database = ContractDatabase.shared();
  private final WebhookQueries queries = new WebhookQueries(database.xa());
  private final WebhookChanges changes =
      new WebhookChanges(database.xa(), new Audit(database.xa(), "node-1"));

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void settings_that_are_absent_do_not_change() {
    assertThat(changes.put("root", "chat", settings(URL, List.of("job.failed"))))
        .isEqualTo(Outcome.CREATED);
    assertThat(changes.put("root", "chat", settings(null, null))).isEqualTo(Outcome.CHANGED);
    assertThat(stored()).isEqualTo(URL + " {job.failed}");

    assertThat(changes.put("root", "chat", settings(URL + "/2", List.of())))
        .isEqualTo(Outcome.CHANGED);
    assertThat(stored()).isEqualTo(URL + "/2 {}");
    assertThat(queries.read("chat").orElseThrow().text("url")).isEqualTo(URL + "/2");
  }

  @Test
  void a_new_webhook_without_a_URL_is_refused() {
    assertThat(changes.put("root", "mail", settings(null, null)))
        .isEqualTo(Outcome.NEW_WITHOUT_URL);

    assertThat(queries.list()).isEmpty();
    assertThat(database.value("SELECT count(*) FROM scheduler.audit WHERE subject = 'mail'"))
        .isEqualTo("0");
  }

  @Test
  void a_webhook_that_is_deleted_during_its_change_does_not_come_back_without_its_URL()
      throws Exception {
    changes.put("root", "chat", settings(URL, null));
    CompletableFuture<Outcome> change;
    try (Connection other = database.xa().getConnection()) {
      other.setAutoCommit(false);
      other.createStatement().execute("DELETE FROM scheduler.webhook WHERE name = 'chat'");
      change =
          CompletableFuture.supplyAsync(() -> changes.put("root", "chat", settings(null, null)));
      awaitLock();
      other.commit();
    }

    assertThat(change.get(10, TimeUnit.SECONDS)).isEqualTo(Outcome.NEW_WITHOUT_URL);
    assertThat(queries.list()).isEmpty();
  }

  @Test
  void the_reason_for_which_a_receiver_paused_its_webhook_goes_when_it_is_resumed() {
    changes.put("root", "chat", settings(URL, null));
    database.execute(
        "UPDATE scheduler.webhook SET paused = true, failures = 1, last_error = 'gone'");
    changes.put("root", "chat", settings(URL + "/2", null));
    assertThat(queries.read("chat").orElseThrow().text("lastError")).isEqualTo("gone");
    changes.put("root", "chat", new WebhookSettings(null, null, null, null, false));
    assertThat(queries.read("chat").orElseThrow().values()).doesNotContainKey("lastError");
  }

  private void awaitLock() {
    await()
        .until(
            () ->
                database
                    .value(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%scheduler.webhook %'")
                    .equals("1"));
  }

  private static WebhookSettings settings(@Nullable String url, @Nullable List<String> types) {
    return new WebhookSettings(url, types, null, null, null);
  }

  private String stored() {
    return database.value("SELECT url || ' ' || types::text FROM scheduler.webhook");
  }
}
