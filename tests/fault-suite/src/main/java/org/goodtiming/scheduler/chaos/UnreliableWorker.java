package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.chaos.AttemptLedger.Delivery;
import org.goodtiming.scheduler.chaos.worker.Calculation;
import org.jspecify.annotations.Nullable;

/** Does not succeed at the first attempts of some jobs, and notes each attempt that comes. */
final class UnreliableWorker implements Receiver.Inbox {

  private final UnreliableQueue queue;
  private final Supplier<AttemptLedger> ledger;
  private @Nullable Delivery success;

  UnreliableWorker(UnreliableQueue queue, Supplier<AttemptLedger> ledger) {
    this.queue = queue;
    this.ledger = ledger;
  }

  /** A failure must not roll back other jobs. */
  @Override
  public int messagesATransaction() {
    return 1;
  }

  @Override
  public void begins() {
    success = null;
  }

  @Override
  public void received(Message message, JMSContext transaction)
      throws JMSException, FailedWorkException {
    var job = JobDelivery.of(message);
    int attempt = Math.toIntExact(job.attempt());
    var delivery = new Delivery(queue, job.jobId(), attempt, message.getJMSMessageID());
    ledger.get().delivered(delivery);
    var calculation = Calculation.of(job.text());
    if (attempt > UnreliableQueue.failures(calculation)) {
      success = delivery;
      if (queue == UnreliableQueue.SILENT) {
        ReportingWorker.report(message, calculation.result(attempt), transaction);
      }
    } else if (queue == UnreliableQueue.FAILING) {
      throw new FailedWorkException();
    }
  }

  @Override
  public void commits() {
    if (success != null) {
      ledger.get().mayHaveSucceeded(success);
    }
  }

  @Override
  public void committed() {
    if (success != null) {
      ledger.get().succeeded(success);
    }
  }
}
