package org.goodtiming.scheduler.registration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.contract.Registration.RECEIVED_AT;
import static org.goodtiming.scheduler.contract.Registration.SENT_AT;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Parsers;
import org.goodtiming.scheduler.contract.Registration;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.junit.jupiter.api.Test;

class StepTest {

  private final RegistrationParser parser = Parsers.of(Registration.LIMITS);

  @Test
  void jobs_with_distinct_keys_are_one_write() {
    assertThat(plan(schedule("a"), schedule("b"), schedule("c"))).containsExactly("write 0a 1b 2c");
  }

  @Test
  void repeated_key_begins_a_new_write_so_that_the_later_intent_comes_later() {
    assertThat(plan(schedule("a"), schedule("b"), schedule("a"), schedule("b"), schedule("a")))
        .containsExactly("write 0a 1b", "write 2a 3b", "write 4a");
  }

  @Test
  void same_job_id_on_another_queue_is_another_key() {
    Intent other =
        parser.parse(
            Registration.good()
                .with("scheduler_queue", "mail")
                .with("scheduler_jobId", "a")
                .message(),
            RECEIVED_AT);

    assertThat(plan(schedule("a"), other)).containsExactly("write 0a 1a");
  }

  @Test
  void cancel_comes_between_the_jobs_before_and_behind_it() {
    assertThat(plan(schedule("a"), cancel("a"), schedule("a"), schedule("b")))
        .containsExactly("write 0a", "remove 1a", "write 2a 3b");
  }

  @Test
  void refusal_does_not_split_a_write() {
    assertThat(plan(schedule("a"), refused(), schedule("b")))
        .containsExactlyInAnyOrder("refuse 1", "write 0a 2b");
  }

  @Test
  void jobs_with_large_payloads_are_several_writes() {
    RegistrationParser generous =
        Parsers.of(
            new RegistrationConfig(
                8, 100, 10_000_000, 1000, new RegistrationConfig.Bulk(1000, 1024 * 1024)));
    byte[] payload = " ".repeat(9_000_000).getBytes(UTF_8);
    Registration large = Registration.good().body(Kind.TEXT, payload);
    Intent a = generous.parse(large.with("scheduler_jobId", "a").message(), RECEIVED_AT);
    Intent b = generous.parse(large.with("scheduler_jobId", "b").message(), RECEIVED_AT);
    assertThat(plan(a, schedule("c"), b)).containsExactly("write 0a 1c", "write 2b");
  }

  @Test
  void nothing_makes_no_step() {
    assertThat(plan()).isEmpty();
  }

  private Intent schedule(String jobId) {
    return parser.parse(Registration.good().with("scheduler_jobId", jobId).message(), RECEIVED_AT);
  }

  private static Intent cancel(String jobId) {
    return new Intent.Cancel(new JobKey("order-check", jobId), SENT_AT);
  }

  private Intent refused() {
    return parser.parse(Registration.empty().message(), RECEIVED_AT);
  }

  private static Stream<String> plan(Intent... intents) {
    List<RegistrationRequest> requests =
        Stream.of(intents)
            .map(intent -> new RegistrationRequest(Registration.empty().message(), null, intent))
            .toList();
    return Step.plan(requests, RegistrationRequest::intent).stream()
        .map(step -> show(step, requests));
  }

  /** Requests by their position. */
  private static String show(Step step, List<RegistrationRequest> requests) {
    if (step instanceof Step.Write write) {
      return write.jobs().values().stream()
          .map(each -> requests.indexOf(each.request()) + each.job().key().jobId())
          .collect(Collectors.joining(" ", "write ", ""));
    }
    if (step instanceof Step.Remove remove) {
      return "remove " + requests.indexOf(remove.request()) + remove.cancel().key().jobId();
    }
    return "refuse " + requests.indexOf(((Step.Refuse) step).request());
  }
}
