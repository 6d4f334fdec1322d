package org.goodtiming.scheduler.dev.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunBooksTest {

  @AutoClose private static EmbeddedPostgres postgres;
  private RunBooks books;

  @BeforeAll
  static void start() throws IOException, SQLException {
    postgres = EmbeddedPostgres.start();
    run(script("roles.sql"));
    run("CREATE ROLE shop LOGIN");
    for (String migration : migrations()) {
      run(script("migrations/" + migration));
    }
    run(script("sample/shop.sql"));
    run(script("sample/shop.sql"));
  }

  @BeforeEach
  void open() throws SQLException {
    run(
        """
        INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('registered', 7), ('dispatched', 7)
        """);
    books = RunBooks.open(postgres.getPostgresDatabase());
  }

  @Test
  void earlier_rows_do_not_count() throws SQLException {
    assertThat(books.ledger()).isEqualTo(new JobLedger(0, 0, 0));
    assertThat(books.progress()).isEqualTo(new Progress(0, 0, 0, 0, 0));
    assertThat(books.unsettled().nothing()).isTrue();
    assertThat(books.lateness()).isEqualTo(new Lateness(0, 0, 0, 0));
  }

  @Test
  void order_checked_once_and_after_its_due_time_is_well() throws SQLException {
    order(1, "shipped");
    check(1, "40 ms");

    assertThat(books.fates()).isEqualTo(new Fates(1, 0, 1, 0, 0, 0, 0));
    assertThat(books.progress()).isEqualTo(new Progress(1, 0, 1, 0, 1));
  }

  @Test
  void lost_double_and_early_checks_are_counted_by_order() throws SQLException {
    order(1, "shipped");
    order(2, "shipped");
    check(2, "40 ms");
    check(2, "50 ms");
    check(2, "60 ms");
    order(3, "shipped");
    check(3, "-1 ms");

    assertThat(books.fates()).isEqualTo(new Fates(3, 0, 4, 1, 1, 1, 0));
    assertThat(books.unsettled()).isEqualTo(new Unsettled(1, 0, 0));
  }

  @Test
  void check_before_the_moment_the_shop_named_is_early_whatever_the_scheduler_says()
      throws SQLException {
    order(1, "shipped");
    run(
        """
        INSERT INTO shop.order_check VALUES ('f', '%s', '2026-01-01T00:00Z', '2026-01-01T00:00:01Z')
        """
            .formatted(id(1)));

    assertThat(books.fates().early()).isEqualTo(1);
  }

  @Test
  void rolled_back_order_that_was_checked_or_still_waits_is_a_stray() throws SQLException {
    rolledBack(1);
    rolledBack(2);
    rolledBack(3);
    check(2, "40 ms");
    run(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        VALUES ('order-check', '%s', now(), now(), 4, true, '', now())
        """
            .formatted(id(3)));

    assertThat(books.fates()).isEqualTo(new Fates(0, 3, 0, 0, 0, 0, 2));
    assertThat(books.unsettled()).isEqualTo(new Unsettled(0, 1, 0));
    run("DELETE FROM scheduler.job");
  }

  @Test
  void alerts_are_held_against_the_orders_never_shipped() throws SQLException {
    order(1, "shipped");
    order(2, "waiting");
    order(3, "waiting");
    order(4, "shipped");
    alert(3);
    alert(4);

    assertThat(books.alerts()).isEqualTo(new Alerts(2, 1, 1));
  }

  @Test
  void lateness_is_by_the_clock_of_the_database() throws SQLException {
    for (int number = 1; number <= 101; number++) {
      order(number, "shipped");
      check(number, (number - 1) + " ms");
    }

    var lateness = books.lateness();
    assertThat(lateness.p50()).isCloseTo(50, within(0.001));
    assertThat(lateness.p95()).isCloseTo(95, within(0.001));
    assertThat(lateness.p99()).isCloseTo(99, within(0.001));
    assertThat(lateness.max()).isCloseTo(100, within(0.001));
  }

  private String id(int number) {
    return books.run() + "-" + number;
  }

  private void order(int number, String state) throws SQLException {
    run(
        """
        INSERT INTO shop.orders (id, run, due_at, shipped_at)
        VALUES ('%s', '%s', '2026-01-02T00:00Z', CASE '%s' WHEN 'shipped' THEN now() END)
        """
            .formatted(id(number), books.run(), state));
  }

  private void check(int number, String late) throws SQLException {
    run(
        """
        INSERT INTO shop.order_check
        VALUES ('f', '%s', '2026-01-02T00:00Z', '2026-01-02T00:00Z'::timestamptz + '%s'::interval)
        """
            .formatted(id(number), late));
  }

  private void rolledBack(int number) throws SQLException {
    run(
        """
        INSERT INTO shop.rolled_back (order_id, run) VALUES ('%s', '%s')
        """
            .formatted(id(number), books.run()));
  }

  private void alert(int number) throws SQLException {
    run(
        """
        INSERT INTO shop.alert (order_id, reason) VALUES ('%s', 'not shipped')
        """
            .formatted(id(number)));
  }

  private static List<String> migrations() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../..", "sql", "migrations"))) {
      return files
          .map(file -> file.getFileName().toString())
          .sorted(
              Comparator.comparingInt(name -> Integer.parseInt(name.split("__")[0].substring(1))))
          .toList();
    }
  }

  private static String script(String name) throws IOException {
    return Files.readString(Path.of("../..", "sql", name));
  }

  private static void run(String sql) throws SQLException {
    try (var connection = postgres.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
