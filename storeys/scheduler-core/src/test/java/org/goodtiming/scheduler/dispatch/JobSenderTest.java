package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.ResourceAllocationException;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.claim.UnsendableJobException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobSenderTest {

  private static final JobKey JOB = new JobKey("order-check", "4711");

  static Stream<Throwable> faultsOfTheJob() {
    return Stream.of(
        new MessageFormatException("no property may be a list"),
        new MessageFormatRuntimeException("no property may be a list"),
        new IllegalArgumentException("an empty name"),
        new ClassCastException("a number"),
        new NullPointerException(),
        new ArithmeticException("overflow"),
        new StackOverflowError());
  }

  @ParameterizedTest
  @MethodSource("faultsOfTheJob")
  void a_job_that_cannot_be_made_into_a_message_is_to_blame_itself(Throwable cause) {
    RuntimeException failure = JobSender.failure(JOB, cause);

    assertThat(UnsendableJobException.isCauseOf(failure)).isTrue();
    assertThat(failure)
        .hasMessageStartingWith("SCHED-0193 job order-check/4711 cannot be made into a message: ")
        .hasCause(cause);
  }

  static Stream<Exception> faultsOfTheBroker() {
    return Stream.of(
        new JMSException("connection closed"),
        new JMSSecurityException("may not send"),
        new ResourceAllocationException("address is full"),
        new JMSRuntimeException("connection closed"),
        new IllegalStateRuntimeException("session closed"));
  }

  @ParameterizedTest
  @MethodSource("faultsOfTheBroker")
  void a_broker_that_fails_is_no_fault_of_the_job(Exception cause) {
    RuntimeException failure = JobSender.failure(JOB, cause);

    assertThat(failure).isInstanceOf(JMSRuntimeException.class).hasMessage(cause.getMessage());
    assertThat(UnsendableJobException.isCauseOf(failure)).isFalse();
  }
}
