package org.goodtiming.scheduler.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.broker.BrokerBacklog;
import org.goodtiming.scheduler.broker.BrokerBacklogs.Questions;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.load.BacklogEvent.BacklogsSeen;
import org.goodtiming.scheduler.load.BacklogEvent.OversizeCounted;
import org.goodtiming.scheduler.load.BacklogEvent.QueueBacklog;
import org.goodtiming.scheduler.operations.queue.WorkerQueueQueries;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The way from the numbers of the broker to the list of worker queues. */
class BacklogWatchIT {

  private static final Instant SENT = Instant.parse("2020-01-01T00:00:00Z");

  private final ContractDatabase database = ContractDatabase.shared();
  private final List<BrokerBacklog> atBroker = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private Duration elapsed = Duration.ofDays(3);
  private final BacklogWatch watch =
      new BacklogWatch(
          new Questions(() -> List.copyOf(atBroker), this::oldest),
          new BacklogStore(database.xa()),
          new BacklogGrowth(() -> elapsed.toNanos()),
          events::add);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_worker_queue_shows_its_backlog() {
    atBroker.add(new BrokerBacklog("a", 7, 2, 0, 1));
    watch.run();

    Row backlog = backlog("a").orElseThrow();
    assertThat(backlog.values())
        .containsEntry("messages", 7L)
        .containsEntry("delivering", 2L)
        .containsEntry("consumers", 1)
        .containsEntry("oldestAt", SENT)
        .containsEntry("deadLetters", 0L)
        .containsKey("seenAt");
    assertThat(new WorkerQueueQueries(database.xa()).list())
        .filteredOn(row -> row.values().containsKey("backlog"))
        .extracting(row -> row.text("name"))
        .containsExactly("a");
    assertThat(seen()).extracting(QueueBacklog::queue).containsExactly("a");
    assertThat(seen().get(0).oldest()).isGreaterThan(Duration.ofDays(365));
  }

  @Test
  void dead_letters_are_those_of_the_queue_in_the_quarantine() {
    quarantine("execution", "a");
    quarantine("execution", "a");
    quarantine("execution", "b");
    quarantine("dispatch", "a");
    atBroker.add(new BrokerBacklog("a", 0, 0, 0, 0));
    watch.run();

    assertThat(backlog("a").orElseThrow().values()).containsEntry("deadLetters", 2L);
    assertThat(seen()).containsExactly(new QueueBacklog("a", 0, 0, 0, 0, Duration.ZERO, 2, 0));
  }

  @Test
  void the_oldest_message_is_asked_for_only_where_one_waits() {
    atBroker.add(new BrokerBacklog("a", 2, 2, 0, 1));
    atBroker.add(new BrokerBacklog("b", 1, 0, 0, 0));
    watch.run();

    assertThat(asked).containsExactly("b");
    assertThat(backlog("a").orElseThrow().values()).doesNotContainKey("oldestAt");
  }

  @Test
  void the_oldest_messages_of_the_fullest_queues_are_asked_for() {
    IntStream.range(0, BacklogWatch.MAX_OLDEST + 5)
        .forEach(
            i -> {
              database.execute(
                  "INSERT INTO scheduler.worker_queue (name) VALUES ('q%d')".formatted(i));
              atBroker.add(new BrokerBacklog("q" + i, i + 1, 0, 0, 0));
            });
    watch.run();

    assertThat(asked).hasSize(BacklogWatch.MAX_OLDEST).startsWith("q54").endsWith("q5");
  }

  @Test
  void a_backlog_that_falls_tells_when_it_is_done_and_another_one_that_it_grows() {
    see(900, 100);
    assertThat(backlog("a").orElseThrow().values()).doesNotContainKey("growthPerMinute");
    elapsed = elapsed.plusMinutes(2);
    see(700, 130);

    assertThat(backlog("a").orElseThrow().values())
        .containsEntry("growthPerMinute", -100.0)
        .containsEntry("drainSeconds", 420L);
    assertThat(backlog("b").orElseThrow().values())
        .containsEntry("growthPerMinute", 15.0)
        .doesNotContainKey("drainSeconds");
    assertThat(seen())
        .extracting(QueueBacklog::drainSeconds)
        .containsExactly(420.0, Double.POSITIVE_INFINITY);
  }

  @Test
  void due_jobs_that_a_limit_keeps_in_the_database_belong_to_the_backlog() {
    database.execute("UPDATE scheduler.worker_queue SET max_depth = 10 WHERE name = 'a'");
    see(10, 0);
    elapsed = elapsed.plusMinutes(1);
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(job("a", "1").build(), job("a", "2").build()));
    see(10, 0);
    assertThat(backlog("a").orElseThrow().values())
        .containsEntry("due", 2L)
        .containsEntry("growthPerMinute", 2.0);
  }

  @Test
  void the_trend_of_jobs_that_are_not_all_counted_or_wait_for_an_opening_is_not_known() {
    database.execute("UPDATE scheduler.worker_queue SET max_depth = 10 WHERE name = 'a'");
    new JobStore(database.xa(), database.executions(), database.schedules())
        .register(List.of(job("a", "1").build(), job("a", "2").build()));
    see(10, 10);
    elapsed = elapsed.plusMinutes(2);
    database.execute(
        "UPDATE scheduler.worker_queue SET closed_from = '2020-01-01Z', closed_until = '2100-01-01Z' WHERE name = 'b'");
    see(10, 10);

    assertThat(backlog("a").orElseThrow().values())
        .containsEntry("due", 2L)
        .containsEntry("growthPerMinute", 0.0);
    assertThat(backlog("b").orElseThrow().values()).doesNotContainKey("growthPerMinute");
    new BacklogWatch(
            watch.broker(), new BacklogStore(database.xa(), 2), watch.growth(), watch.events())
        .run();
    assertThat(backlog("a").orElseThrow().values())
        .containsEntry("due", 2L)
        .doesNotContainKey("growthPerMinute");
    assertThat(seen()).extracting(QueueBacklog::drainSeconds).containsExactly(0.0, 0.0);
  }

  private void see(int a, int b) {
    atBroker.clear();
    atBroker.add(new BrokerBacklog("a", a, 0, 0, 1));
    atBroker.add(new BrokerBacklog("b", b, 0, 0, 1));
    watch.run();
  }

  @Test
  void queues_that_are_no_worker_queues_have_no_row() {
    atBroker.add(new BrokerBacklog("scheduler.jobs", 7, 0, 0, 1));
    watch.run();
    assertThat(rows()).isEqualTo("0");
  }

  @Test
  void messages_that_are_too_large_for_a_node_are_counted() {
    atBroker.add(new BrokerBacklog(BacklogWatch.OVERSIZE, 2, 0, 0, 0));
    watch.run();
    assertThat(events).contains(new OversizeCounted(2));
  }

  @Test
  void a_queue_that_the_broker_no_longer_has_has_no_backlog() {
    atBroker.add(new BrokerBacklog("a", 7, 0, 0, 1));
    watch.run();
    atBroker.clear();
    watch.run();
    assertThat(backlog("a")).isEmpty();
    assertThat(rows()).isEqualTo("0");
  }

  @Test
  void an_unchanged_row_is_written_once_a_minute() {
    atBroker.add(new BrokerBacklog("a", 7, 0, 0, 1));
    watch.run();
    String version = version();
    watch.run();
    assertThat(version()).isEqualTo(version);

    database.execute(
        "UPDATE scheduler.worker_queue_backlog SET seen_at = clock_timestamp() - interval 'PT55S'");
    watch.run();
    assertThat(
            database.value(
                "SELECT clock_timestamp() - seen_at < interval 'PT50S' FROM scheduler.worker_queue_backlog"))
        .isEqualTo("t");

    atBroker.set(0, new BrokerBacklog("a", 8, 0, 0, 1));
    watch.run();
    assertThat(backlog("a").orElseThrow().values()).containsEntry("messages", 8L);
  }

  @Test
  void a_backlog_that_nobody_has_confirmed_for_two_minutes_is_not_known() {
    atBroker.add(new BrokerBacklog("a", 7, 0, 0, 1));
    watch.run();
    database.execute(
        "UPDATE scheduler.worker_queue_backlog SET seen_at = clock_timestamp() - interval 'PT2M'");
    assertThat(backlog("a")).isEmpty();
  }

  @Test
  void no_backlog_is_known_while_the_broker_does_not_answer() {
    BacklogWatch failing =
        new BacklogWatch(
            new Questions(
                () -> {
                  throw new IllegalStateException("no reply within PT10S");
                },
                this::oldest),
            new BacklogStore(database.xa()),
            new BacklogGrowth(),
            events::add);
    assertThatThrownBy(failing::run).hasMessage("no reply within PT10S");
    assertThat(seen()).isEmpty();
  }

  private Optional<Instant> oldest(String queue) {
    asked.add(queue);
    return Optional.of(SENT);
  }

  private List<QueueBacklog> seen() {
    return ((BacklogsSeen) events.get(events.size() - 1)).queues();
  }

  private Optional<Row> backlog(String queue) {
    return new WorkerQueueQueries(database.xa())
        .find(queue)
        .flatMap(row -> Optional.ofNullable((Row) row.values().get("backlog")));
  }

  private void quarantine(String stage, String queue) {
    database.execute(
        """
        INSERT INTO scheduler.quarantine (stage, code, reason, node, queue, message_type, properties)
        VALUES ('%s', 'SCHED-0000', 'test', 'node-1', '%s', 'text', '{}')
        """
            .formatted(stage, queue));
  }

  private String rows() {
    return database.value("SELECT count(*) FROM scheduler.worker_queue_backlog");
  }

  private String version() {
    return database.value("SELECT xmin || ' ' || ctid FROM scheduler.worker_queue_backlog");
  }
}
