package org.goodtiming.scheduler.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManager;
import jakarta.transaction.Status;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.contract.Parsers;
import org.goodtiming.scheduler.contract.Registration;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.FaultyStatements;
import org.goodtiming.scheduler.database.LocalSynchronizations;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.execution.RunRetries;
import org.goodtiming.scheduler.intake.Intake;
import org.goodtiming.scheduler.intake.MessageBatch;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.job.run.JobRetries;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dead letters that cannot be stored, against PostgreSQL. */
class DeadLettersIT {

  private static final int MAX_TRANSACTIONS = 30;
  private static final UUID FIRE_ID = new UUID(0, 1);

  private final ContractDatabase database = ContractDatabase.shared();
  private final LocalSynchronizations synchronizations = new LocalSynchronizations();
  private final List<Event> told = new ArrayList<>();
  private boolean serversAnswer = true;
  private EntityManager entities;

  @BeforeEach
  void begin() {
    database.clear();
    entities = database.entities();
  }

  @AfterEach
  void end() {
    entities.close();
    database.execute("ALTER TABLE scheduler.quarantine DROP CONSTRAINT IF EXISTS fault");
  }

  @Test
  void a_dead_letter_whose_run_cannot_be_ended_is_kept_whole_without_that() {
    DeadLetters letters = letters(FaultyStatements.in(database.xa(), "scheduler.execution"));

    int transactions = transactionsFor(letters, List.of(letter("1", "secret")));

    assertThat(transactions).as("three attempts with the end of the run").isEqualTo(4);
    assertThat(
            database.value(
                "SELECT code || ' ' || queue || ' ' || convert_from(body, 'UTF8') FROM scheduler.quarantine"))
        .isEqualTo("SCHED-0220 order-check secret");
    assertThat(database.value("SELECT reason FROM scheduler.quarantine")).contains("SCHED-0671");
    assertThat(database.value("SELECT fire_id FROM scheduler.unended_run"))
        .isEqualTo(FIRE_ID.toString());
    assertThat(told).hasSize(1);
  }

  @Test
  void a_dead_letter_that_cannot_be_stored_leaves_its_trace_and_holds_up_no_other() {
    database.execute(
        "ALTER TABLE scheduler.quarantine ADD CONSTRAINT fault CHECK (convert_from(body, 'UTF8') <> 'poison')");
    List<ReceivedMessage> waiting = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      waiting.add(letter(String.valueOf(i), i == 30 ? "poison" : "fine"));
    }

    int transactions = transactionsFor(letters(database.xa()), waiting);

    assertThat(transactions).isLessThanOrEqualTo(MAX_TRANSACTIONS);
    assertThat(
            database.value("SELECT count(*) FROM scheduler.quarantine WHERE code = 'SCHED-0220'"))
        .isEqualTo("49");
    assertThat(
            database.value(
                "SELECT message_id || ' ' || message_type FROM scheduler.quarantine WHERE code = 'SCHED-0672'"))
        .isEqualTo("ID:30 unreadable");
    assertThat(database.value("SELECT string_agg(fire_id::text, ' ') FROM scheduler.unended_run"))
        .isEqualTo(FIRE_ID.toString());
  }

  @Test
  void a_canary_that_has_expired_before_its_registration_is_dropped() {
    ReceivedMessage canary =
        new ReceivedMessage(
            Kind.TEXT,
            Map.copyOf(Canary.registration("a", "token")),
            new byte[0],
            new Origin("ID:1", Instant.EPOCH, true, 1, Sender.UNKNOWN));
    letters(database.xa()).keep(List.of(canary), DeadLetterType.EXPIRED);
    assertThat(told).isEmpty();
  }

  @Test
  void during_an_outage_no_attempt_is_counted() {
    serversAnswer = false;
    DeadLetters letters = letters(FaultyStatements.in(database.xa(), "scheduler.execution"));
    List<ReceivedMessage> letter = List.of(letter("1", "secret"));

    for (int i = 0; i < 10; i++) {
      assertThat(isStored(letters, letter)).isFalse();
    }

    assertThat(database.value("SELECT count(*) FROM scheduler.quarantine")).isEqualTo("0");
  }

  private DeadLetters letters(DataSource executions) {
    JobRetrier retrier =
        new JobRetrier(
            new WorkerQueueStore(database.xa()),
            Parsers.of(Registration.LIMITS),
            new JobRetries(database.xa()),
            new RunRetries(database.xa(), "node1", () -> 0.5),
            () -> 0.5);
    return new DeadLetters(
        retrier,
        new Quarantine(entities, "node1"),
        new ExecutionStore(executions, "node1"),
        synchronizations,
        told::add,
        () -> serversAnswer);
  }

  /** Delivers like the broker, which delivers failed messages again behind the others. */
  private int transactionsFor(DeadLetters letters, List<ReceivedMessage> messages) {
    List<ReceivedMessage> waiting = new ArrayList<>(messages);
    int transactions = 0;
    while (!waiting.isEmpty() && transactions < 2 * MAX_TRANSACTIONS) {
      List<ReceivedMessage> batch =
          List.copyOf(
              waiting.subList(0, Math.min(letters.batches().failures().limit(), waiting.size())));
      waiting.removeAll(batch);
      if (!isStored(letters, batch)) {
        waiting.addAll(batch);
      }
      transactions++;
    }
    assertThat(waiting).isEmpty();
    return transactions;
  }

  private boolean isStored(DeadLetters letters, List<ReceivedMessage> batch) {
    entities.clear();
    entities.getTransaction().begin();
    try {
      MessageBatch consumed = letters.batches().begin(new MessageReader(1_000)::read);
      batch.forEach(consumed::add);
      consumed.store(Intake.Store.silent(all -> letters.keep(all, DeadLetterType.DEAD)));
    } catch (RuntimeException fault) {
      entities.getTransaction().rollback();
      synchronizations.end(Status.STATUS_ROLLEDBACK);
      return false;
    }
    entities.getTransaction().commit();
    synchronizations.end(Status.STATUS_COMMITTED);
    return true;
  }

  private static ReceivedMessage letter(String id, String body) {
    return new ReceivedMessage(
        Kind.TEXT,
        Map.of(
            "_AMQ_ORIG_ADDRESS",
            "order-check",
            "scheduler_jobId",
            id,
            "scheduler_fireId",
            FIRE_ID.toString(),
            "scheduler_token",
            "token"),
        body.getBytes(StandardCharsets.UTF_8),
        new Origin("ID:" + id, Instant.EPOCH, true, 1, Sender.UNKNOWN));
  }
}
