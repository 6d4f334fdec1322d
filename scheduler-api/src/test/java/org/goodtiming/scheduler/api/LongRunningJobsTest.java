package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.jms.ConnectionFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LongRunningJobsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @Test
  void without_a_word_a_worker_counts_as_dead_after_thirty_seconds() {
    LongRunningJobs jobs =
        LongRunningJobs.on(
            unused(ConnectionFactory.class),
            unused(ManagedExecutorService.class),
            unused(ManagedScheduledExecutorService.class));

    assertThat(jobs.timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(jobs.with(TIMEOUT, 1).timeout()).isEqualTo(TIMEOUT);
  }

  /** A resource of the container that fails a test that uses it. */
  private static <T> T unused(Class<T> resource) {
    InvocationHandler refuses =
        (proxy, method, arguments) -> {
          throw new UnsupportedOperationException(method.getName());
        };
    return resource.cast(
        Proxy.newProxyInstance(resource.getClassLoader(), new Class<?>[] {resource}, refuses));
  }

  @Test
  void a_timeout_lies_between_ten_seconds_and_a_year() {
    assertThatCode(() -> LongRunningJobs.requirePossible(TIMEOUT, 1)).doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LongRunningJobs.requirePossible(TIMEOUT.minusNanos(1), 1))
        .withMessage("SCHED-0816 timeout is PT9.999999999S but must lie between PT10S and P366D");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LongRunningJobs.requirePossible(Duration.ofDays(367), 1))
        .withMessageContaining("PT8808H");
  }

  @Test
  void a_run_has_between_one_and_a_thousand_attempts() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LongRunningJobs.requirePossible(TIMEOUT, 0))
        .withMessage("SCHED-0816 maxAttempts is 0 but must lie between 1 and 1000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LongRunningJobs.requirePossible(TIMEOUT, 1_001))
        .withMessageContaining("1001");
  }
}
