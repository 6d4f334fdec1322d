package org.goodtiming.scheduler.execution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import jakarta.jms.JMSException;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Status;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.activemq.artemis.jms.client.ActiveMQMessage;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.FaultyStatements;
import org.goodtiming.scheduler.database.LocalSynchronizations;
import org.goodtiming.scheduler.intake.Intake;
import org.goodtiming.scheduler.intake.MessageBatch;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.OpenTransaction;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports that cannot be stored, against PostgreSQL. */
class WorkerReportsIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutionStore executions = database.executions();
  private final LocalSynchronizations synchronizations = new LocalSynchronizations();
  private final List<ReceivedMessage> waiting = new ArrayList<>();
  private int transactions;

  @BeforeEach
  void empty() {
    database.clear();
  }

  @AfterEach
  void without_fault() {
    database.execute("ALTER TABLE scheduler.execution DROP CONSTRAINT IF EXISTS fault");
  }

  @Test
  void a_report_that_the_database_refuses_goes_to_the_quarantine_and_holds_up_no_other()
      throws Exception {
    database.execute(
        "ALTER TABLE scheduler.execution ADD CONSTRAINT fault CHECK (message <> 'poison')");
    List<ClaimedJob> runs = runs(20);
    for (int i = 0; i < 20; i++) {
      waiting.add(report(runs.get(i), i == 13 ? "poison" : "fine"));
    }

    takeAll(UnaryOperator.identity());

    assertThat(transactions).as("down to one in quarters, then three attempts").isLessThan(30);
    assertThat(quarantined()).isEqualTo("SCHED-0670 ID:" + runs.get(13).key().jobId());
    assertThat(database.value("SELECT count(*) FROM scheduler.execution WHERE state = 'ERROR'"))
        .isEqualTo("19");
  }

  static Stream<Runnable> faultsOfTheReport() {
    return Stream.of(
        () -> {
          throw new ArithmeticException("a fault on purpose");
        },
        () -> {
          throw new StackOverflowError();
        },
        () -> {
          throw new NoClassDefFoundError("a fault on purpose");
        });
  }

  @ParameterizedTest
  @MethodSource("faultsOfTheReport")
  void a_report_at_which_the_scheduler_itself_fails_goes_there_after_three_attempts(Runnable fault)
      throws Exception {
    waiting.add(report(runs(1).get(0), "fine"));

    takeAll(database -> FaultyStatements.in(database, "scheduler.execution", fault));

    assertThat(transactions).isEqualTo(4);
    assertThat(quarantined()).isEqualTo("SCHED-0670 ID:1");
    assertThat(database.value("SELECT fire_id FROM scheduler.unended_run"))
        .isEqualTo(database.value("SELECT fire_id FROM scheduler.execution"));
  }

  @Test
  void a_report_for_which_the_node_has_no_memory_is_not_to_blame() throws Exception {
    waiting.add(report(runs(1).get(0), "fine"));
    Runnable noMemory =
        () -> {
          throw new OutOfMemoryError();
        };

    takeSome(database -> FaultyStatements.in(database, "scheduler.execution", noMemory), 10);
    assertThat(waiting).hasSize(1);
    takeAll(UnaryOperator.identity());

    assertThat(database.value("SELECT state FROM scheduler.execution")).isEqualTo("ERROR");
    assertThat(database.value("SELECT count(*) FROM scheduler.quarantine")).isEqualTo("0");
  }

  private String quarantined() {
    return database.value(
        "SELECT string_agg(code || ' ' || message_id, ', ') FROM scheduler.quarantine");
  }

  private void takeAll(UnaryOperator<DataSource> faults) throws Exception {
    takeSome(faults, 50);
    assertThat(waiting).isEmpty();
  }

  /** Delivers like the broker, which delivers failed messages again behind the others. */
  private void takeSome(UnaryOperator<DataSource> faults, int mostTransactions) throws Exception {
    try (EntityManager entities = database.entities();
        OpenTransaction open = new OpenTransaction(database.xa(), () -> {})) {
      WorkerReports reports =
          new WorkerReports(
              new ReportParser(1_000)::parse,
              new ReportStore(faults.apply(open.dataSource()), "node1", Duration.ofDays(1)),
              new Quarantine(entities, "node1"),
              synchronizations,
              event -> {},
              () -> true);
      for (int i = 0; i < mostTransactions && !waiting.isEmpty(); i++) {
        transactions++;
        MessageBatch batch = filled(reports);
        if (!isStored(reports, batch, entities, open)) {
          waiting.addAll(batch.contents());
        }
      }
    }
  }

  private MessageBatch filled(WorkerReports reports) throws JMSException {
    Iterator<ReceivedMessage> queue = waiting.iterator();
    MessageBatch batch = reports.batches().begin(message -> queue.next());
    while (queue.hasNext() && batch.takesMore()) {
      batch.add(new ActiveMQMessage());
    }
    waiting.subList(0, batch.contents().size()).clear();
    return batch;
  }

  private boolean isStored(
      WorkerReports reports, MessageBatch batch, EntityManager entities, OpenTransaction open)
      throws SQLException {
    entities.clear();
    entities.getTransaction().begin();
    try {
      batch.store(Intake.Store.silent(reports::take));
    } catch (RuntimeException | Error fault) {
      entities.getTransaction().rollback();
      open.rollback();
      synchronizations.end(Status.STATUS_ROLLEDBACK);
      return false;
    }
    entities.getTransaction().commit();
    open.commit();
    synchronizations.end(Status.STATUS_COMMITTED);
    return true;
  }

  private List<ClaimedJob> runs(int count) {
    JobStore jobs = new JobStore(database.xa(), executions, database.schedules());
    for (int i = 1; i <= count; i++) {
      jobs.register(List.of(job("a", String.valueOf(i)).tracked().build()));
    }
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp()");
    return new DueJobs(database.xa(), executions, database.schedules())
        .claim(Map.of("a", count), ClaimCursor.NONE, Duration.ZERO, "default", 0)
        .jobs();
  }

  private static ReceivedMessage report(ClaimedJob run, String message) {
    String json =
        "{\"fireId\": \"%s\", \"token\": \"%s\", \"event\": \"failed\", \"message\": \"%s\"}"
            .formatted(run.fireId(), run.run().token(), message);
    return new ReceivedMessage(
        Kind.TEXT,
        Map.of(),
        json.getBytes(UTF_8),
        new Origin("ID:" + run.key().jobId(), Instant.EPOCH, true, 2, Sender.UNKNOWN));
  }
}
