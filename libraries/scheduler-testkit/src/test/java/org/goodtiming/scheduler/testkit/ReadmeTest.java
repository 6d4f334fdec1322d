package org.goodtiming.scheduler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobScheduler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java code of the README, as it stands there. */
class ReadmeTest {
  private static final String IMPORTS =
      """
      import static org.assertj.core.api.Assertions.assertThat;
      import jakarta.ejb.*;
      import jakarta.enterprise.context.*;
      import jakarta.inject.*;
      import java.time.*;
      import org.goodtiming.scheduler.api.*;
      import org.goodtiming.scheduler.recurrence.*;
      import org.goodtiming.scheduler.testkit.*;
      import org.junit.jupiter.api.Test;
      """;

  @TempDir private static Path directory;
  private static ClassLoader readme = ReadmeTest.class.getClassLoader();

  @BeforeAll
  static void compile() throws IOException {
    String page = Files.readString(Path.of("../../README.md"));
    readme =
        CompiledCode.compile(
            directory,
            IMPORTS,
            CompiledCode.blocks(page).map(ReadmeTest::withClass).toList(),
            "-proc:none");
  }

  /** The test and the statement that registers the report get classes around them. */
  private static String withClass(String code) {
    if (code.startsWith("@Test")) {
      return """
          public class OrdersTest implements Runnable {
            public void run() {
              an_order_is_checked_after_half_an_hour();
            }
            %s
          }
          """
          .formatted(code);
    }
    return CompiledCode.isType(code)
        ? code
        : """
          public class Reports implements java.util.function.Consumer<JobScheduler> {
            public void accept(JobScheduler scheduler) {
              %s
            }
          }
          """
            .formatted(code);
  }

  private static Object create(String type) throws ReflectiveOperationException {
    return readme.loadClass(type).getDeclaredConstructor().newInstance();
  }

  @Test
  void an_order_is_checked_after_half_an_hour() throws ReflectiveOperationException {
    ((Runnable) create("OrdersTest")).run();
  }

  @Test
  void a_report_is_due_at_six_in_Berlin_on_working_days() throws ReflectiveOperationException {
    TestScheduler scheduler = TestScheduler.at(Instant.parse("2026-12-24T05:00:00Z"), "report");
    @SuppressWarnings("unchecked")
    var reports = (Consumer<JobScheduler>) create("Reports");
    reports.accept(scheduler);
    assertThat(scheduler.refused()).isEmpty();
    assertThat(scheduler.waiting())
        .containsExactly(
            entry(new JobKey("report", "nightly"), Instant.parse("2026-12-28T05:00:00Z")));
  }
}
