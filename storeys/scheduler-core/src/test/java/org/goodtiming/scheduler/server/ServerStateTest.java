package org.goodtiming.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.telemetry.RecordedLog;
import org.junit.jupiter.api.Test;

class ServerStateTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Exception REFUSED = new ConnectException("Connection refused");

  private Instant now = START;
  private final RecordedLog log = new RecordedLog();
  private final ServerState state = new ServerState(Server.BROKER, log, () -> now);

  @Test
  void a_server_that_was_never_asked_does_not_answer() {
    assertThat(state.observation())
        .isEqualTo(new Observation(false, START, START, "not asked yet"));
    state.answered();
    assertThat(state.observation()).isEqualTo(new Observation(true, START, START, ""));
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void an_outage_has_a_line_at_its_begin_each_minute_and_at_its_end_and_one_stack_trace() {
    state.answered();
    for (int second = 1; second <= 130; second++) {
      after(Duration.ofSeconds(1));
      state.failed(REFUSED);
    }
    state.answered();
    after(Duration.ofSeconds(1));
    state.answered();
    assertThat(log.lines())
        .containsExactly(
            "WARNING SCHED-0701 the broker does not answer, and is asked every second; until it"
                + " does, nothing is dispatched; the REST API stores jobs, registrations by SQL"
                + " wait in the database, and messages cannot be sent: ConnectException: Connection"
                + " refused [trace]",
            "WARNING SCHED-0702 the broker has not answered for 60 s: ConnectException: Connection"
                + " refused; failures not logged: 0",
            "WARNING SCHED-0702 the broker has not answered for 120 s: ConnectException: Connection"
                + " refused; failures not logged: 0",
            "INFO SCHED-0703 the broker answers again after 130 s; failures not logged: 0");
  }

  @Test
  void the_end_of_the_latest_outage_is_known_and_while_it_lasts_its_end_is_now() {
    after(Duration.ofSeconds(5));
    assertThat(state.recovery()).isEqualTo(new Recovery(Duration.ofSeconds(5), Duration.ZERO));
    state.answered();
    assertThat(state.recovery())
        .as("how long messages have waited for a node is not known")
        .isEqualTo(new Recovery(Duration.between(Instant.EPOCH, now), Duration.ZERO));

    after(Duration.ofSeconds(14));
    state.failed(REFUSED);
    after(Duration.ofSeconds(20));
    state.answered();
    assertThat(state.recovery()).isEqualTo(new Recovery(Duration.ofSeconds(20), Duration.ZERO));
    after(Duration.ofSeconds(1));
    state.answered();
    after(Duration.ofSeconds(100));
    state.answered();
    assertThat(state.recovery())
        .isEqualTo(new Recovery(Duration.ofSeconds(21), Duration.ofSeconds(100)));
  }

  @Test
  void an_outage_continues_the_one_before_while_messages_of_that_may_wait() {
    state.answered();
    after(Duration.ofSeconds(14));
    state.failed(REFUSED);
    after(Duration.ofSeconds(5));
    state.answered();
    state.answered();
    after(Duration.ofSeconds(8));
    state.failed(REFUSED);
    after(Duration.ofSeconds(1));
    assertThat(state.recovery()).isEqualTo(new Recovery(Duration.ofSeconds(14), Duration.ZERO));
    state.answered();
    state.answered();
    assertThat(state.recovery()).isEqualTo(new Recovery(Duration.ofSeconds(14), Duration.ZERO));

    after(Duration.ofSeconds(14));
    state.failed(REFUSED);
    after(Duration.ofSeconds(1));
    assertThat(state.recovery()).isEqualTo(new Recovery(Duration.ofSeconds(1), Duration.ZERO));
  }

  @Test
  void a_single_answer_does_not_end_an_outage() {
    state.answered();
    after(Duration.ofSeconds(1));
    state.failed(REFUSED);
    after(Duration.ofSeconds(1));
    state.answered();
    assertThat(state.observation())
        .isEqualTo(
            new Observation(
                false, START.plusSeconds(1), now, "ConnectException: Connection refused"));
    state.failed(REFUSED);
    state.answered();
    state.answered();
    assertThat(state.observation()).isEqualTo(new Observation(true, now, now, ""));
    assertThat(log.lines()).hasSize(2);
  }

  @Test
  void failures_that_the_outage_explains_are_counted() {
    state.failed(REFUSED);
    state.explain(new IllegalStateException("no session"));
    state.explain(new IllegalStateException("no connection"));
    state.answered();
    state.answered();
    assertThat(log.lines().get(1))
        .endsWith("failures not logged: 2, the last one: IllegalStateException: no connection");
  }

  private void after(Duration time) {
    now = now.plus(time);
  }
}
