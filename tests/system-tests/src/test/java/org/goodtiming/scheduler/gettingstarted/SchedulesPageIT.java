package org.goodtiming.scheduler.gettingstarted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.StringJoiner;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobReceipt;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobScheduler;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody runs the code, the commands and the SQL of docs/schedules.md. */
@Nightly
class SchedulesPageIT {

  private static final Path PAGE =
      Path.of(System.getProperty("scheduler.root"), "docs/schedules.md");
  private static final String REGISTERED =
      "SELECT string_agg(job_id || sent_at, ' ' ORDER BY job_id) FROM scheduler.job";

  private final SystemStack stack = SystemStack.shared();

  @TempDir private Path directory;

  @BeforeEach
  void allow_the_queue_of_the_page() {
    stack.clear();
    stack.allow("report");
  }

  @AfterEach
  void clear() {
    stack.clear();
  }

  @Test
  void examples_of_the_page_do_what_it_says() throws IOException {
    ServerNode node = stack.devStack().node(1);
    Broker broker = stack.devStack().broker();
    try (var connections =
            new ActiveMQConnectionFactory(broker.url(), broker.user(), broker.password());
        JMSContext context = connections.createContext();
        Shell shell = new Shell(directory, directory, Map.of("PASSWORD", node.restPassword()))) {
      var examples = new ScheduleExamples(context, new PlainScheduler(context));
      new Reader(
              shell,
              node.url(),
              Map.of("java", code -> registered(examples, code), "sql", this::rows))
          .follow(Page.parse(Files.readString(PAGE)));
    }
  }

  @Test
  void code_of_the_page_that_is_not_compiled_is_reported() {
    Broker broker = stack.devStack().broker();
    try (var connections =
            new ActiveMQConnectionFactory(broker.url(), broker.user(), broker.password());
        JMSContext context = connections.createContext()) {
      var examples = new ScheduleExamples(context, new PlainScheduler(context));
      assertThatThrownBy(() -> examples.run("scheduler.schedule(JobRequest.on(\"report\"));\n"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("has this code:");
    }
  }

  /** JMS has no answer: the example has done its work when a job is there that was not before. */
  private String registered(ScheduleExamples examples, String code) {
    String before = rows(REGISTERED);
    examples.run(code);
    await()
        .untilAsserted(
            () -> {
              assertThat(rows("SELECT code, reason FROM scheduler.quarantine")).isEmpty();
              assertThat(rows(REGISTERED)).isNotEqualTo(before);
            });
    return "";
  }

  /** Each row is a line. */
  private String rows(String query) {
    var source = stack.devStack().database().dataSource(DatabaseUser.READER);
    var lines = new StringBuilder();
    try (Connection connection = source.getConnection();
        ResultSet row = connection.createStatement().executeQuery(query)) {
      while (row.next()) {
        lines.append(columns(row)).append('\n');
      }
    } catch (SQLException e) {
      throw new AssertionError(query, e);
    }
    return lines.toString();
  }

  private static String columns(ResultSet row) throws SQLException {
    var line = new StringJoiner(" | ");
    for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
      String value = row.getString(column);
      line.add(value == null ? "" : value);
    }
    return line.toString();
  }

  /** What the container injects, outside of one. */
  private record PlainScheduler(JMSContext context) implements JobScheduler {

    @Override
    public void schedule(JobRequest request) {
      JMSProducer producer = context.createProducer();
      request.properties().forEach(producer::setProperty);
      producer.send(context.createQueue("scheduler.jobs"), request.text());
    }

    @Override
    public JobReceipt scheduleAndWait(JobRequest request, Duration timeout) {
      throw new UnsupportedOperationException("no example waits for an answer");
    }

    @Override
    public JobReceipt check(JobRequest request, Duration timeout) {
      throw new UnsupportedOperationException("no example asks");
    }

    @Override
    public void scheduleAll(Collection<JobRequest> requests) {
      requests.forEach(this::schedule);
    }

    @Override
    public void closeBatch(String id, int size) {
      throw new UnsupportedOperationException("no example has a batch");
    }

    @Override
    public void closeBatch(String id, int size, Duration timeout) {
      throw new UnsupportedOperationException("no example has a batch");
    }

    @Override
    public void cancel(JobKey key) {
      throw new UnsupportedOperationException("no example cancels");
    }

    @Override
    public JobReceipt cancelAndWait(JobKey key, Duration timeout) {
      throw new UnsupportedOperationException("no example cancels");
    }
  }
}
