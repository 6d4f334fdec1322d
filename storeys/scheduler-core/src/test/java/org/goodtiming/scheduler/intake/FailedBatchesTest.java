package org.goodtiming.scheduler.intake;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ejb.EJBException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.contract.Registration;
import org.goodtiming.scheduler.intake.FailedBatches.Progress;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.sql.StoreException;
import org.junit.jupiter.api.Test;

class FailedBatchesTest {

  private final FailedBatches failures = new FailedBatches(1_000);

  @Test
  void after_an_outage_all_redelivered_messages_are_tried_together() {
    assertThat(failures.limit()).isEqualTo(1_000);
  }

  @Test
  void the_message_at_fault_is_found_among_a_thousand_and_the_others_are_stored() {
    List<ReceivedMessage> waiting = new ArrayList<>(messages(1_000));
    ReceivedMessage bad = waiting.get(700);
    int transactions = 0;
    while (!failures.isGivenUp(bad)) {
      List<ReceivedMessage> batch =
          List.copyOf(waiting.subList(0, Math.min(failures.limit(), waiting.size())));
      waiting.removeAll(batch);
      if (batch.contains(bad)) {
        failures.failed(batch, Progress.UNSTORABLE);
        waiting.addAll(batch);
      } else {
        failures.committed(batch);
      }
      assertThat(++transactions).isLessThan(100);
    }
    waiting.remove(bad);
    assertThat(waiting).noneMatch(failures::isGivenUp);
  }

  @Test
  void a_message_that_failed_alone_by_its_receipt_is_stored_without_it() {
    ReceivedMessage message = messages(1).get(0);
    failures.failed(List.of(message), Progress.STORED);
    assertThat(failures.mayHaveReceipt(message)).isTrue();
    failures.failed(List.of(message), Progress.STORED);
    assertThat(failures.mayHaveReceipt(message)).isFalse();
    assertThat(failures.isGivenUp(message)).isFalse();
  }

  @Test
  void neither_failures_of_a_batch_nor_those_before_the_receipt_take_the_receipt() {
    List<ReceivedMessage> two = messages(2);
    for (int i = 0; i < 10; i++) {
      failures.failed(two, Progress.STORED);
      failures.failed(two.subList(0, 1), Progress.CONSUMED);
      failures.failed(two.subList(1, 2), Progress.UNSTORABLE);
    }
    assertThat(two).allMatch(failures::mayHaveReceipt);
    assertThat(failures.isGivenUp(two.get(0))).isFalse();
    assertThat(failures.isGivenUp(two.get(1))).isTrue();
  }

  @Test
  void a_message_without_id_is_known_by_its_origin() {
    ReceivedMessage stomp = Registration.good().messageId(null).message();
    failures.failed(List.of(stomp), Progress.STORED);
    failures.failed(List.of(Registration.good().messageId(null).message()), Progress.STORED);
    assertThat(failures.mayHaveReceipt(stomp)).isFalse();
  }

  @Test
  void only_refusals_of_the_content_are_faults_of_the_message() {
    assertThat(progress("22021")).isEqualTo(Progress.UNSTORABLE);
    assertThat(progress("54000")).isEqualTo(Progress.UNSTORABLE);
    assertThat(progress("55P03")).as("locked").isEqualTo(Progress.CONSUMED);
    assertThat(progress("40P01")).as("deadlock").isEqualTo(Progress.CONSUMED);
    assertThat(progress("08006")).as("connection").isEqualTo(Progress.CONSUMED);
    assertThat(progress(null)).isEqualTo(Progress.CONSUMED);
    assertThat(FailedBatches.progress(new ArithmeticException())).isEqualTo(Progress.UNSTORABLE);
  }

  @Test
  void an_error_is_a_fault_of_the_message_unless_the_node_has_no_memory() {
    assertThat(wrapped(new StackOverflowError())).isEqualTo(Progress.UNSTORABLE);
    assertThat(wrapped(new NoClassDefFoundError())).isEqualTo(Progress.UNSTORABLE);
    assertThat(wrapped(new OutOfMemoryError())).isEqualTo(Progress.CONSUMED);
    assertThat(wrapped(new InternalError())).isEqualTo(Progress.CONSUMED);
  }

  /** Wraps the failure like the container. */
  private static Progress wrapped(Error error) {
    EJBException failure = new EJBException(error.getMessage());
    failure.initCause(error);
    return FailedBatches.progress(failure);
  }

  private static Progress progress(String sqlState) {
    return FailedBatches.progress(
        new IllegalStateException(new StoreException("x", new SQLException("y", sqlState))));
  }

  private static List<ReceivedMessage> messages(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Registration.good().messageId("ID:" + i).message())
        .toList();
  }
}
