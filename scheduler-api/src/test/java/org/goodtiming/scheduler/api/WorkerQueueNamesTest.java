package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.JobReceipt.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerQueueNamesTest {

  private static final JobReceipt ACCEPTABLE =
      new JobReceipt(Status.ACCEPTABLE, null, null, null, null);

  private final List<String> asked = new ArrayList<>();
  private long nanoTime;
  private Supplier<Optional<JobReceipt>> answer = () -> Optional.of(ACCEPTABLE);
  private final WorkerQueueNames names =
      new WorkerQueueNames(
          (job, timeout) -> {
            asked.add(job.key().queue() + " " + timeout);
            return answer.get();
          },
          () -> nanoTime);

  @Test
  void a_queue_that_is_accepted_is_asked_for_once() {
    names.require("order-check");
    names.require("report");
    names.require("order-check");

    assertThat(asked).containsExactly("order-check PT2S", "report PT2S");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SCHED-0102", "SCHED-0152"})
  void a_queue_that_is_refused_fails_at_each_use_until_it_is_accepted(String code) {
    answer = () -> Optional.of(rejected(code));
    for (int use = 0; use < 2; use++) {
      assertThatThrownBy(() -> names.require("order-chek"))
          .isInstanceOf(JobSchedulerException.class)
          .hasMessage(
              "SCHED-0195 jobs of worker queue 'order-chek' are refused, nothing was sent: %s why"
                  .formatted(code));
    }
    answer = () -> Optional.of(ACCEPTABLE);
    names.require("order-chek");
    names.require("order-chek");

    assertThat(asked).hasSize(3);
  }

  @Test
  void a_refusal_for_another_reason_is_no_fault_of_the_queue() {
    answer = () -> Optional.of(rejected("SCHED-0104"));

    names.require("order-check");
    names.require("order-check");

    assertThat(asked).hasSize(1);
  }

  @Test
  void without_an_answer_the_queue_is_used_unchecked_for_a_minute() {
    answer = Optional::empty;
    names.require("order-check");
    nanoTime = Duration.ofSeconds(59).toNanos();
    names.require("order-check");
    assertThat(asked).hasSize(1);

    nanoTime = Duration.ofSeconds(60).toNanos();
    answer = () -> Optional.of(rejected("SCHED-0102"));
    assertThatThrownBy(() -> names.require("order-check")).hasMessageContaining("SCHED-0102");
  }

  @Test
  void a_check_that_cannot_be_sent_hinders_no_registration() {
    answer =
        () -> {
          throw new JMSRuntimeException("may not create temporary queues");
        };
    names.require("order-check");

    assertThat(asked).hasSize(1);
  }

  private static JobReceipt rejected(String code) {
    return new JobReceipt(Status.REJECTED, null, null, code, "why");
  }
}
