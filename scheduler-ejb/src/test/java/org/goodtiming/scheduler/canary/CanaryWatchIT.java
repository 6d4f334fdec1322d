package org.goodtiming.scheduler.canary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.canary.CanaryEvent.CanariesSeen;
import org.goodtiming.scheduler.canary.CanaryEvent.QueueCanary;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobFilter;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.queue.WorkerQueueChanges;
import org.goodtiming.scheduler.operations.queue.WorkerQueueQueries;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Canaries in the database; the test stands for the broker. */
class CanaryWatchIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final WorkerQueueQueries queues = new WorkerQueueQueries(database.reader());
  private final DueJobs due =
      new DueJobs(database.xa(), database.executions(), database.schedules());
  private final List<SentCanary> registered = new ArrayList<>();
  private final List<DeliveredCanary> delivered = new ArrayList<>();
  private final List<Event> told = new ArrayList<>();
  private Runnable afterRegistration = () -> {};
  private Runnable opening = () -> {};
  private final CanaryWatch watch =
      new CanaryWatch(new CanaryStore(database.xa()), this::open, told::add, Duration.ofMillis(50));

  @BeforeEach
  void canaries_of_one_queue() {
    database.clear();
    database.execute("UPDATE scheduler.worker_queue SET canary = true WHERE name = 'a'");
  }

  @Test
  void it_is_claimed_with_the_jobs_and_measured_and_in_no_list_and_no_figure() {
    afterRegistration =
        () -> {
          assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("1");
          becomeDue();
          assertThat(queue("a").number("waiting")).isZero();
          assertThat(queue("a").number("due")).isZero();
          assertThat(queue("a").number("overdue")).isZero();
          assertThat(
                  new JobQueries(database.reader(), Redaction.NONE)
                      .list(new JobFilter("a", null, null, null, null, null, null, null), null, 10)
                      .jobs())
              .isEmpty();
          dispatch();
        };
    watch.run();

    assertThat(last("a")).containsEntry("state", "arrived").doesNotContainKey("missingSince");
    assertThat(last("a")).containsEntry("registrationMillis", 30L);
    assertThat((Long) last("a").get("dispatchMillis")).isBetween(3_000L, 60_000L);
    assertThat((Long) last("a").get("deliveryMillis")).isBetween(0L, 60_000L);
    assertThat(queue("b").values()).doesNotContainKey("lastCanary");
    assertThat(
            database.value(
                "SELECT concat_ws(' ', registered, waiting, dispatched, expired, difference) FROM scheduler.ledger"))
        .isEqualTo("0 0 0 0 0");
    assertThat(seen()).singleElement().matches(QueueCanary::arrived);
  }

  @Test
  void a_queue_gets_one_a_minute_from_all_leaders() {
    watch.run();
    watch.run();
    assertThat(registered).extracting(SentCanary::queue).containsExactly("a");

    aMinutePasses();
    watch.run();
    assertThat(registered).hasSize(2);
  }

  @Test
  void those_that_do_not_arrive_are_missing_since_the_first_until_one_arrives() {
    watch.run();
    String first = last("a").get("missingSince").toString();
    assertThat(last("a")).containsEntry("state", "missing");
    assertThat(seen()).singleElement().matches(each -> !each.arrived());

    aMinutePasses();
    watch.run();
    assertThat(Instant.parse(last("a").get("missingSince").toString()))
        .isEqualTo(Instant.parse(first).minusSeconds(60));

    aMinutePasses();
    afterRegistration = this::dispatch;
    watch.run();
    assertThat(last("a")).containsEntry("state", "arrived").doesNotContainKey("missingSince");
  }

  @Test
  void one_that_arrives_late_does_not_stand_for_the_last_one() {
    afterRegistration =
        () -> {
          registered.add(new SentCanary("a", "an earlier one"));
          dispatch();
        };
    watch.run();
    assertThat(last("a")).containsEntry("state", "missing").doesNotContainKey("arrivedAt");
    assertThat((Long) last("a").get("dispatchMillis")).isBetween(3_000L, 60_000L);
    assertThat(seen()).singleElement().matches(each -> !each.arrived());
  }

  @Test
  void a_node_that_has_stopped_leading_tells_nothing_more() {
    watch.run(() -> false);
    assertThat(told).as("at the begin only").hasSize(1);
    assertThat(last("a")).containsEntry("state", "sent");
  }

  @Test
  void they_are_missing_if_none_can_be_sent() {
    opening =
        () -> {
          throw new IllegalStateException("there is no queue scheduler.canary");
        };
    assertThatThrownBy(watch::run).hasMessage("there is no queue scheduler.canary");
    assertThat(last("a")).containsEntry("state", "missing");
    watch.run();
    assertThat(seen()).singleElement().matches(each -> !each.arrived());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE scheduler.worker_queue SET paused = true",
        "UPDATE scheduler.worker_queue SET closed = 'daily:18:00-08:00', closed_from = '-infinity', closed_until = 'infinity'",
        "INSERT INTO scheduler.dispatch_pause (group_key, paused_by) VALUES ('', 'ops')"
      })
  void a_queue_that_is_not_served_gets_none_and_says_so(String pause) {
    watch.run();
    aMinutePasses();
    database.execute(pause);
    watch.run();
    assertThat(registered).hasSize(1);
    assertThat(last("a")).containsEntry("state", "not-sent");
    assertThat(seen()).isEmpty();
  }

  @Test
  void without_the_setting_nothing_is_left() {
    watch.run();
    database.execute("UPDATE scheduler.worker_queue SET canary = false");
    assertThat(queue("a").values()).doesNotContainKey("lastCanary");
    watch.run();
    assertThat(seen()).isEmpty();
    assertThat(database.value("SELECT count(*) FROM scheduler.canary")).isEqualTo("0");
  }

  @Test
  void a_queue_can_be_deleted_although_its_canary_waits() {
    watch.run();
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("1");
    WorkerQueueChanges changes =
        new WorkerQueueChanges(database.xa(), new Audit(database.xa(), "node-1"));
    assertThat(changes.remove("ops", "a").uses()).isEmpty();
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
    assertThat(database.value("SELECT count(*) FROM scheduler.canary")).isEqualTo("0");
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  private Row queue(String name) {
    return queues.find(name).orElseThrow();
  }

  private Map<String, Object> last(String name) {
    return ((Row) queue(name).values().get("lastCanary")).values();
  }

  private List<QueueCanary> seen() {
    return ((CanariesSeen) told.get(told.size() - 1)).queues();
  }

  private void aMinutePasses() {
    database.execute(
        "UPDATE scheduler.canary SET sent_at = sent_at - interval 'PT1M', missing_since = missing_since - interval 'PT1M'");
  }

  private void becomeDue() {
    database.execute(
        "UPDATE scheduler.job SET eligible_at = clock_timestamp() - interval 'PT3S', due_at = clock_timestamp() - interval 'PT3S'");
  }

  /** Three seconds after its due time. */
  private void dispatch() {
    becomeDue();
    Claim claim = due.claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ZERO, "default", 0);
    assertThat(claim.jobs()).as("what a node of the version before sends").isEmpty();
    Instant now = due.uncount(claim.canaries().size());
    for (ClaimedJob canary : claim.canaries()) {
      delivered.add(
          new DeliveredCanary(
              registered.get(registered.size() - 1),
              canary.dueAt().minus(Canary.DELAY).minusMillis(30),
              canary.dueAt(),
              now));
    }
  }

  private CanaryExchange open() {
    opening.run();
    return new CanaryExchange() {
      @Override
      public void register(SentCanary canary, Instant now) {
        registered.add(canary);
        new JobStore(database.xa(), database.executions(), database.schedules())
            .register(List.of(Canary.of(job(canary.queue(), Canary.NAME).build(), false)));
        afterRegistration.run();
      }

      @Override
      public Optional<DeliveredCanary> receive(Duration patience) {
        return delivered.isEmpty() ? Optional.empty() : Optional.of(delivered.remove(0));
      }

      @Override
      public void close() {}
    };
  }
}
