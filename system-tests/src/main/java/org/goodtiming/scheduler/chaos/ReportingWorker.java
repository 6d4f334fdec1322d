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
  public void received(Message message, JMSContext transaction) throws JMSException {
    jobs.received(message, transaction);
    var token = message.getStringProperty(WireContract.TOKEN);
    if (token != null) {
      report(message.getStringProperty(WireContract.FIRE_ID), token, transaction);
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

  private void report(String fireId, String token, JMSContext transaction) {
    var result = "größe " + UUID.randomUUID();
    open.add(ledger.get().finished(fireId, result));
    send(transaction, fireId, token, "\"event\":\"started\"");
    send(transaction, fireId, token, "\"event\":\"finished\",\"result\":\"%s\"".formatted(result));
  }

  private static void send(JMSContext transaction, String fireId, String token, String fields) {
    transaction
        .createProducer()
        .send(
            transaction.createQueue(WireContract.REPORT_QUEUE),
            "{\"fireId\":\"%s\",\"token\":\"%s\",%s}".formatted(fireId, token, fields));
  }
}
