package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Actions on the selected rows of a list, and on all that match its filters. */
class ConsoleBulkIT extends ConsoleTest {

  private static final String UNKNOWN = "test.unknown";

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void selected_jobs_are_held_and_all_that_match_are_cancelled() {
    List.of("x-1", "x-2", "y-1").forEach(this::register);
    open("#/jobs?queue=" + QUEUE, "Jobs");

    console.select("x-1");
    console.select("y-1");
    console.button("Hold").click();
    assertThat(console.dialog()).containsText("Hold 2 jobs?");
    assertThat(console.dialog()).containsText(QUEUE + "/y-1");
    console.confirm();
    assertThat(console.notices()).containsText("Held: 2 jobs");
    assertThat(List.of(stateOf("x-1"), stateOf("x-2"), stateOf("y-1")))
        .containsExactly("held", "waiting", "held");

    console.open("#/jobs?queue=" + QUEUE + "&prefix=x-");
    assertThat(console.row("x-")).hasCount(2);
    assertThat(console.row("y-1")).hasCount(0);
    console.actOnAllThatMatch("Cancel");
    assertThat(console.dialog()).containsText("Cancel 2 jobs?");
    console.confirm();
    assertThat(console.heading()).containsText("Batch operation");
    assertThat(console.main()).containsText("finished");
    assertThat(list("/jobs", "jobs"))
        .extracting(job -> job.getString("jobId"))
        .containsExactly("y-1");
  }

  @Test
  void all_members_of_a_job_batch_are_cancelled() {
    for (String jobId : List.of("x-1", "x-2")) {
      String json =
          "{\"queue\": \"%s\", \"jobId\": \"%s\", \"dueAt\": \"%s\", \"tracked\": true, \"batch\": \"import/1\"}";
      done(rest.post("/jobs", json.formatted(QUEUE, jobId, FAR)));
    }
    open("#/job-batches/import%2F1", "Job batch import/1");
    console.button("Cancel all").click();
    assertThat(console.dialog()).containsText("Cancel 2 members?");
    console.confirm();
    assertThat(console.main()).containsText("finished");
    console.open("#/runs?batch=import/1&state=CANCELLED");
    assertThat(console.row("x-")).hasCount(2);
  }

  @Test
  void an_import_of_the_shop_is_a_batch_and_what_has_failed_runs_again() throws Exception {
    URI imports = URI.create(node.url() + "/web-shop-sample/api/imports/import-1");
    HttpRequest request =
        HttpRequest.newBuilder(imports)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .PUT(BodyPublishers.ofString("articles=20&withoutPrice=0.1"))
            .build();
    assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode())
        .isEqualTo(202);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> read("/job-batches/import-1").getString("state").equals("FAILED"));

    open("#/job-batches", "Job batches");
    assertThat(console.row("import-1")).containsText("20 of 20");
    console.mainLink("import-1").click();
    console.awaitPage("Job batch import-1");
    console.button("Run failed again").click();
    assertThat(console.dialog()).containsText("Run 2 members again?");
    console.confirm();
    assertThat(console.main()).containsText("finished");
    await()
        .until(
            () ->
                stack.integer(
                        "SELECT count(*) FROM scheduler.execution WHERE run_again_of IS NOT NULL AND job_id ~ '^import-1-[12]0$'")
                    == 2);
    assertThat(stack.integer("SELECT count(*) FROM shop.article WHERE id LIKE 'import-1-%'"))
        .isEqualTo(18);
  }

  @Nightly
  @Test
  void selected_runs_and_all_that_match_run_again() {
    List.of("x-1", "y-1", "y-2").forEach(this::cancelled);
    open("#/runs?queue=" + QUEUE, "Runs");

    console.select("x-1");
    console.button("Run again").click();
    console.confirm();
    assertThat(console.notices()).containsText("Run again: 1 run");
    await().until(() -> repeated().equals(List.of("x-1")));

    console.open("#/runs?queue=" + QUEUE + "&prefix=y-&state=CANCELLED");
    assertThat(console.row("y-")).hasCount(2);
    console.actOnAllThatMatch("Run again");
    assertThat(console.dialog()).containsText("Run 2 runs again?");
    console.confirm();
    assertThat(console.main()).containsText("finished");
    assertThat(repeated()).containsExactlyInAnyOrder("x-1", "y-1", "y-2");
  }

  @Nightly
  @Test
  void selected_rows_of_the_quarantine_are_deleted_and_all_that_match_are_resubmitted() {
    List.of("x-1", "x-2", "x-3").forEach(jobId -> quarantine(UNKNOWN, jobId));
    open("#/quarantine", "Quarantine");

    console.select("x-2");
    console.button("Delete").click();
    console.confirm();
    assertThat(console.row("x-2")).hasCount(0);
    assertThat(list("/quarantine", "rows")).hasSize(2);

    stack.allow(UNKNOWN);
    console.open("#/quarantine?queue=" + UNKNOWN);
    console.actOnAllThatMatch("Resubmit");
    assertThat(console.dialog()).containsText("Resubmit 2 rows?");
    console.confirm();
    assertThat(console.main()).containsText("finished");
    await().until(() -> list("/quarantine", "rows").isEmpty());
    assertThat(list("/jobs", "jobs"))
        .extracting(job -> job.getString("jobId"))
        .containsExactlyInAnyOrder("x-1", "x-3");
    stack.execute("DELETE FROM scheduler.worker_queue WHERE name = '%s'".formatted(UNKNOWN));
  }

  private void cancelled(String jobId) {
    registerTracked(jobId);
    done(rest.delete("/jobs/" + QUEUE + "/" + jobId));
  }

  /** The jobs of which runs run again. */
  private List<String> repeated() {
    return list("/executions", "executions").stream()
        .filter(run -> run.containsKey("runAgainOf"))
        .map(run -> run.getString("jobId"))
        .sorted()
        .toList();
  }
}
