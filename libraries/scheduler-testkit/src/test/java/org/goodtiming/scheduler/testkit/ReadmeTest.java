package org.goodtiming.scheduler.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobScheduler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java code of the README, as it stands there, and the calls of docs/testing.md. */
class ReadmeTest {
  private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern CLASS = Pattern.compile("public class (\\w+)");
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
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "-cp", System.getProperty("java.class.path")));
    for (String code : codeOfReadme()) {
      arguments.add(source(code).toString());
    }
    var errors = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, errors, arguments.toArray(String[]::new));
    assertThat(status).as(errors.toString(UTF_8)).isZero();
    readme = new URLClassLoader(new URL[] {directory.toUri().toURL()}, readme);
  }

  private static List<String> codeOfReadme() throws IOException {
    Matcher code = CODE.matcher(Files.readString(Path.of("../../README.md")));
    return code.results().map(each -> each.group(1)).toList();
  }

  private static Path source(String code) throws IOException {
    String type = withClass(code);
    String name = CLASS.matcher(type).results().findFirst().orElseThrow().group(1);
    return Files.writeString(directory.resolve(name + ".java"), IMPORTS + type);
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
    return CLASS.matcher(code).find()
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

  static Stream<String> calls() {
    return Stream.of(TestScheduler.class.getDeclaredMethods())
        .filter(each -> Modifier.isPublic(each.getModifiers()) && !each.isSynthetic())
        .map(Method::getName)
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("calls")
  void each_call_is_on_the_page_about_testing(String call) throws IOException {
    assertThat(Files.readString(Path.of("../../docs/testing.md"))).contains('`' + call + '(');
  }
}
