package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.chaos.ReportLedger.Outcome;
import org.goodtiming.scheduler.chaos.ReportLedger.Report;

/**
 * Reports the start and the end of each tracked run, with a result, in the transaction of its
 * message.
 */
final class ReportingWorker implements Receiver.Inbox {

  private final Receiver.Inbox jobs;
  private final Supplier<ReportLedger> ledger;
  private final List<Report> open = new ArrayList<>();

  /** The jobs themselves go to another inbox. */
  ReportingWorker(Receiver.Inbox jobs, Supplier<ReportLedger> ledger) {
    this.jobs = jobs;
    this.ledger = ledger;
  }

  @Override
  public void begins() {
    open.clear();
  }

  @Override
  public void received(Message message, JMSContext transaction)
      throws JMSException, FailedWorkException {
    jobs.received(message, transaction);
    if (message.propertyExists(WireContract.TOKEN)) {
      finish(message, transaction);
    }
  }

  @Override
  public void commits() {
    open.forEach(report -> report.became(Outcome.UNCERTAIN));
  }

  @Override
  public void committed() {
    open.forEach(report -> report.became(Outcome.COMMITTED));
  }

  private void finish(Message message, JMSContext transaction) throws JMSException {
    var result = "größe " + UUID.randomUUID();
    open.add(ledger.get().finished(message.getStringProperty(WireContract.FIRE_ID), result));
    report(message, result, transaction);
  }

  /** Reports start and end of a run, with that result. */
  static void report(Message message, String result, JMSContext transaction) throws JMSException {
    send(message, "\"event\":\"started\"", transaction);
    send(message, "\"event\":\"finished\",\"result\":\"%s\"".formatted(result), transaction);
  }

  private static void send(Message message, String fields, JMSContext transaction)
      throws JMSException {
    var fireId = message.getStringProperty(WireContract.FIRE_ID);
    var token = message.getStringProperty(WireContract.TOKEN);
    transaction
        .createProducer()
        .send(
            transaction.createQueue(WireContract.REPORT_QUEUE),
            "{\"fireId\":\"%s\",\"token\":\"%s\",%s}".formatted(fireId, token, fields));
  }
}
