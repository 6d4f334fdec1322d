package org.goodtiming.scheduler.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobReceipt;
import org.goodtiming.scheduler.api.JobReceipt.Status;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobScheduler;
import org.goodtiming.scheduler.api.JobSchedulerException;
import org.goodtiming.scheduler.dev.Broker;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/** Runs inside Payara, as the application of a user would. */
@ExtendWith(ArquillianExtension.class)
class CallerTransactionIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Inject private JobScheduler scheduler;
  @Resource private UserTransaction transaction;

  @Resource(lookup = "jms/scheduler")
  private ConnectionFactory connectionFactory;

  @Resource(lookup = "jdbc/scheduler")
  private DataSource dataSource;

  @Deployment
  static WebArchive application() {
    return ShrinkWrap.create(WebArchive.class, "caller.war")
        .addPackage(JobScheduler.class.getPackage())
        .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
        .addAsResource(new StringAsset(broker()), "broker.properties");
  }

  private static String broker() {
    Broker broker = SystemStack.shared().broker();
    return "url=%s\nuser=%s\npassword=%s\n"
        .formatted(broker.url(), broker.user(), broker.password());
  }

  @Test
  void commit_registers_the_job_which_is_dispatched_when_due() throws Exception {
    transaction.begin();
    scheduler.schedule(job("committed", "commit registers"));
    transaction.commit();
    JobDelivery delivery = receive("test.caller");
    assertEquals("committed", delivery.jobId());
    assertEquals("commit registers", delivery.text());
    assertEquals(1, delivery.attempt());
  }

  @Test
  void rollback_leaves_no_job_and_no_message() throws Exception {
    transaction.begin();
    scheduler.schedule(job("rolled back", "never"));
    transaction.rollback();
    // What was sent later has come through, so what was sent before would have too.
    scheduler.schedule(job("sent later", "marker"));
    assertEquals("sent later", receive("test.caller").jobId());
    assertEquals(0, count("SELECT count(*) FROM scheduler.job WHERE job_id = 'rolled back'"));
    try (JMSContext context = administrator().createContext()) {
      assertFalse(
          context
              .createBrowser(context.createQueue("scheduler.jobs"))
              .getEnumeration()
              .hasMoreElements());
    }
  }

  @Test
  void a_worker_queue_that_does_not_exist_is_an_exception_at_its_first_use() throws Exception {
    JobRequest job = JobRequest.on("test.cheek").delay(Duration.ZERO).build();
    transaction.begin();
    for (Executable use :
        List.<Executable>of(
            () -> scheduler.schedule(job),
            () -> scheduler.scheduleAll(List.of(job("known", ""), job)),
            () -> scheduler.cancel(job.key()))) {
      String message = assertThrows(JobSchedulerException.class, use).getMessage();
      assertTrue(
          message.startsWith(
              "SCHED-0195 jobs of worker queue 'test.cheek' are refused, nothing was sent: SCHED-0102"),
          message);
    }
    scheduler.schedule(job("in the same transaction", "still there"));
    transaction.commit();
    assertEquals("in the same transaction", receive("test.caller").jobId());
    assertEquals(0, count("SELECT count(*) FROM scheduler.quarantine WHERE queue = 'test.cheek'"));
  }

  @Test
  void outside_of_a_transaction_the_caller_gets_the_receipt() throws Exception {
    JobRequest later =
        JobRequest.on("test.caller").jobId("waits").delay(Duration.ofDays(1)).build();
    assertEquals(Status.ACCEPTED, scheduler.scheduleAndWait(later, PATIENCE).status());
    JobReceipt replaced = scheduler.scheduleAndWait(later, PATIENCE);
    assertEquals(Status.REPLACED, replaced.status());
    assertEquals(later.key(), replaced.key());
    assertNotNull(replaced.dueAt());

    JobRequest unknown = JobRequest.on("test.chek").delay(Duration.ZERO).build();
    JobReceipt refused = scheduler.scheduleAndWait(unknown, PATIENCE);
    assertTrue(refused.isRejected());
    assertEquals("SCHED-0102", refused.code());

    transaction.begin();
    JobSchedulerException inside =
        assertThrows(JobSchedulerException.class, () -> scheduler.scheduleAndWait(later, PATIENCE));
    transaction.rollback();
    assertTrue(inside.getMessage().startsWith("SCHED-0196"), inside.getMessage());
  }

  @Nightly
  @Test
  void many_jobs_share_the_fate_of_the_transaction() throws Exception {
    transaction.begin();
    scheduler.scheduleAll(jobs("gone", 2_500));
    transaction.rollback();
    transaction.begin();
    scheduler.scheduleAll(jobs("there", 2_500));
    transaction.commit();
    Set<String> received = new HashSet<>();
    try (JMSContext context = administrator().createContext();
        JMSConsumer consumer = context.createConsumer(context.createQueue("test.caller"))) {
      while (received.size() < 2_500) {
        Message message = consumer.receive(PATIENCE.toMillis());
        assertNotNull(message, "only " + received.size() + " within " + PATIENCE);
        received.add(JobDelivery.of(message).jobId());
      }
    }
    assertTrue(received.stream().allMatch(jobId -> jobId.startsWith("there")));
    assertEquals(0, count("SELECT count(*) FROM scheduler.job WHERE job_id LIKE 'gone%'"));
    assertEquals(0, count("SELECT count(*) FROM scheduler.quarantine WHERE queue = 'test.caller'"));
  }

  private static List<JobRequest> jobs(String name, int count) {
    return IntStream.range(0, count).mapToObj(i -> job(name + " " + i, "order " + i)).toList();
  }

  @Test
  void plain_jms_needs_no_jar_of_ours() throws Exception {
    transaction.begin();
    try (JMSContext context = connectionFactory.createContext()) {
      context
          .createProducer()
          .setProperty("scheduler_queue", "test.caller")
          .setProperty("scheduler_delay", "PT0S")
          .setProperty("scheduler_jobId", "plain")
          .send(context.createQueue("scheduler.jobs"), "by hand");
    }
    transaction.commit();
    JobDelivery delivery = receive("test.caller");
    assertEquals("plain", delivery.jobId());
    assertEquals("by hand", delivery.text());
  }

  @Test
  void the_callers_row_and_the_job_share_one_fate() throws Exception {
    transaction.begin();
    scheduler.schedule(job("beside a row", "shared fate"));
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('registered', 0)")) {
      insert.executeUpdate();
    }
    transaction.commit();
    assertEquals("beside a row", receive("test.caller").jobId());
  }

  private static JobRequest job(String jobId, String text) {
    return JobRequest.on("test.caller").jobId(jobId).delay(Duration.ZERO).text(text).build();
  }

  /** Not by the pool: the registrar, as whom that logs in, may not read queues. */
  private static ConnectionFactory administrator() throws IOException {
    Properties broker = new Properties();
    try (InputStream file = CallerTransactionIT.class.getResourceAsStream("/broker.properties")) {
      broker.load(file);
    }
    return new ActiveMQConnectionFactory(
        broker.getProperty("url"), broker.getProperty("user"), broker.getProperty("password"));
  }

  private JobDelivery receive(String queue) throws IOException {
    try (JMSContext context = administrator().createContext();
        JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
      Message message = consumer.receive(PATIENCE.toMillis());
      assertNotNull(message, "nothing on " + queue + " within " + PATIENCE);
      return JobDelivery.of(message);
    }
  }

  private int count(String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql);
        ResultSet row = select.executeQuery()) {
      row.next();
      return row.getInt(1);
    }
  }
}
