package org.goodtiming.scheduler.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.goodtiming.scheduler.system.LeftBehind;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transaction that a node which is gone has left prepared. */
@Nightly
class ConsoleInDoubtIT extends ConsoleTest {

  private static final String GONE = "node-9";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @BeforeEach
  void one_job() {
    stack.clear();
    register("4711");
  }

  @Test
  void an_administrator_reads_the_evidence_and_rolls_back_with_a_reason() {
    String gtrid = leavePrepared();
    String path = "/in-doubt/" + gtrid + "/resolve";
    await()
        .atMost(PATIENCE)
        .until(
            () -> rest.post(path, "{\"dryRun\": true}").json(),
            told -> told.containsKey("mayForce") && !told.getJsonArray("mayForce").isEmpty());
    open("#/in-doubt", "In doubt");

    console.button("Evidence …").click();
    assertThat(console.dialog()).containsText("the log of its node has the outcome");
    console.button("Roll back without evidence …").click();
    assertThat(console.dialog()).containsText(gtrid + " of " + GONE);
    console.field("reason").fill("ticket 4711");
    console.confirmForm();

    assertThat(console.notices()).containsText("The transaction is resolved");
    assertThat(rest.post(path, null).code()).isEqualTo("SCHED-0946");
    assertThat(stateOf("4711")).isEqualTo("waiting");
    String resolutions =
        "SELECT count(*) FROM scheduler.in_doubt_resolution WHERE gtrid = '%s' AND reason LIKE '%%forced by admin: ticket 4711'";
    assertThat(stack.integer(resolutions.formatted(gtrid))).isEqualTo(1);
  }

  private String leavePrepared() {
    try (LeftBehind left = LeftBehind.bothPrepared(stack, GONE, "4711")) {
      return left.gtrid();
    }
  }
}
