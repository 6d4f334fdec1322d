package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.goodtiming.scheduler.recurrence.calendar.CustomDays;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.junit.jupiter.api.Test;

/** The scheduler is deployed again on a node while jobs wait. */
@Disruptive
@Nightly
class RedeploymentIT {

  private final SystemStack stack = SystemStack.shared();

  @Test
  void jobs_survive_a_redeployment_and_are_delivered_after_it() {
    stack.clear();
    try (Registrant registrant = new Registrant(stack.connectionFactory());
        Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      register(registrant, "before", "PT5S");
      stack.redeployScheduler(stack.node(1));
      assertThat(worker.receive(Duration.ofMinutes(2)).jobId()).isEqualTo("before");
      register(registrant, "after", "PT0S");
      assertThat(worker.receive().jobId()).isEqualTo("after");
    }
  }

  /** Read by the REST API, by the bean that registers messages, and by the dispatching timer. */
  @Test
  void a_calendar_of_an_application_is_read_from_the_archive_of_the_scheduler() {
    stack.clear();
    try (Registrant registrant = new Registrant(stack.connectionFactory());
        Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      Registrant.Receipt refused =
          registrant.ask("check", recurring("days:1 except=custom:jubilee"));
      assertThat(refused.status()).isEqualTo("rejected");

      deployOnAllNodes(withCalendar(JubileeDays.class));
      Registrant.Receipt accepted =
          registrant.ask("check", recurring("every:PT1S except=custom:jubilee"));
      assertThat(accepted.status()).isEqualTo("accepted");
      assertThat(worker.receive().jobId()).isEqualTo("recurring");
      assertThat(worker.receive().jobId()).isEqualTo("recurring");
      String json = "{\"recurrence\": \"days:1 start=2100-01-01T00:00Z except=custom:jubilee\"}";
      RestClient.Answer created =
          new RestClient(stack.node(1)).put("/jobs/test.registration/daily", json);
      assertThat(created.body()).contains("\"dueAt\":\"2100-01-02T00:00:00Z\"");
    } finally {
      stack.clear();
      deployOnAllNodes(stack.scheduler());
    }
  }

  private void deployOnAllNodes(Path archive) {
    stack.devStack().nodes().parallelStream().forEach(node -> node.deploy(archive));
  }

  private Path withCalendar(Class<? extends CustomDays> days) {
    Path archive = stack.devStack().state().resolve("with-calendar-scheduler-ear.ear");
    JavaArchive calendar =
        ShrinkWrap.create(JavaArchive.class, "calendar.jar")
            .addClass(days)
            .addAsServiceProvider(CustomDays.class, days);
    ShrinkWrap.create(ZipImporter.class, "scheduler-ear.ear")
        .importFrom(stack.scheduler().toFile())
        .as(EnterpriseArchive.class)
        .addAsLibrary(calendar)
        .as(ZipExporter.class)
        .exportTo(archive.toFile(), true);
    return archive;
  }

  private static Map<String, Object> recurring(String recurrence) {
    return Map.of("scheduler_jobId", "recurring", "scheduler_recurrence", recurrence);
  }

  private static void register(Registrant registrant, String jobId, String delay) {
    Map<String, Object> properties = Map.of("scheduler_jobId", jobId, "scheduler_delay", delay);
    assertThat(registrant.ask("check", properties).status()).isEqualTo("accepted");
  }
}
