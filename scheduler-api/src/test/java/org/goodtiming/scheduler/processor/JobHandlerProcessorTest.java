package org.goodtiming.scheduler.processor;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import jakarta.jms.MessageListener;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobHandlerProcessorTest {

  @TempDir private Path classes;

  @Test
  void a_handler_gets_a_message_driven_bean() throws Exception {
    Compilation compiled =
        compile("public void greet(JobDelivery job, String name) throws java.io.IOException {}");

    assertThat(compiled.errors()).isEmpty();
    Class<?> bean = compiled.load("hello.HelloGreetListener");
    assertThat(MessageListener.class).isAssignableFrom(bean);
    assertThat(settings(bean))
        .containsEntry("destination", "hello")
        .containsEntry("destinationType", "jakarta.jms.Queue")
        .containsEntry("useJNDI", "false")
        .doesNotContainKey("maxSession");
    Field handler = bean.getDeclaredField("handler");
    assertThat(handler.getType().getName()).isEqualTo("hello.Hello");
    assertThat(handler.getAnnotation(Inject.class)).isNotNull();
  }

  @Test
  void the_number_of_sessions_is_passed_on() throws Exception {
    Compilation compiled =
        compile("queue = \"hello\", sessions = 3", "public void greet(byte[] name) {}");

    assertThat(compiled.errors()).isEmpty();
    assertThat(settings(compiled.load("hello.HelloGreetListener")))
        .containsEntry("maxSession", "3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          public void greet()
          public String greet(JobDelivery job)
          public byte[] greet(byte[] name)
          public int greet(java.net.URI address, JobDelivery job)
          public org.goodtiming.scheduler.api.ExecutionResult greet(String name)
          public java.util.List<String> greet(java.util.Map.Entry entry)
          public void greet(org.goodtiming.scheduler.api.RunContext run)
          public String greet(JobDelivery job, org.goodtiming.scheduler.api.RunContext run, String text)
          """)
  void methods_that_can_handle_jobs(String method) {
    assertThat(compile(method + " { throw new UnsupportedOperationException(); }").errors())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          void greet() {}                                 | it is not public
          public static void greet() {}                   | it is static
          public <T> void greet() {}                      | it has type parameters
          public void greet(int number) {}                | its parameter of type int cannot be read: use JobDelivery, RunContext, String, byte[] or a class without type parameters
          public void greet(java.util.List<String> a) {}  | its parameter of type java.util.List<java.lang.String> cannot be read: use JobDelivery, RunContext, String, byte[] or a class without type parameters
          public void greet(String a, String b) {}        | parameter b is the second of its kind: a handler takes the job and its payload, each at most once
          public void greet(java.net.URI a, Object b) {}  | parameter b is the second of its kind: a handler takes the job and its payload, each at most once
          """)
  void methods_that_cannot_handle_jobs_are_refused(String method, String reason) {
    assertThat(compile(method).errors())
        .containsExactly("SCHED-0023 this method cannot handle jobs: " + reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          queue = ""                       | queue is empty: name the worker queue
          queue = "a", sessions = -1       | sessions is -1 but must lie between 0 and 1000
          queue = "a", timeout = "30 s"    | timeout is no duration: write it like PT30S
          queue = "a", sessions = 1001     | sessions is 1001 but must lie between 0 and 1000
          queue = "a", maxAttempts = 1001  | maxAttempts is 1001 but must lie between 0 and 1000
          """)
  void impossible_settings_are_refused(String settings, String reason) {
    assertThat(compile(settings, "public void greet() {}").errors())
        .containsExactly("SCHED-0023 this method cannot handle jobs: " + reason);
  }

  @Test
  void a_handler_of_long_runs_gets_a_singleton_that_has_them() throws Exception {
    Compilation compiled =
        compile(
            "queue = \"hello\", timeout = \"PT1M\", maxAttempts = 3",
            "public String greet(org.goodtiming.scheduler.api.RunContext run) { return null; }");

    assertThat(compiled.errors()).isEmpty();
    Class<?> runs = compiled.load("hello.HelloGreetRuns");
    assertThat(runs.isAnnotationPresent(Singleton.class)).isTrue();
    // Payara calls any method with the name of the one that has @PostConstruct
    assertThat(runs.getDeclaredMethods())
        .extracting(Method::getName)
        .doesNotHaveDuplicates()
        .contains("start", "startIn");
    assertThat(
            compiled.load("hello.HelloGreetListener").getDeclaredField("runs").getType().getName())
        .isEqualTo(runs.getName());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                 | .with(java.time.Duration.parse("PT30S"));
          ', maxAttempts = 1' | .with(java.time.Duration.parse("PT30S"), 1);
          """)
  void a_handler_that_sets_no_maximum_of_attempts_announces_none(String setting, String call)
      throws Exception {
    compile(
        "queue = \"hello\"" + setting,
        "public String greet(org.goodtiming.scheduler.api.RunContext run) { return null; }");
    assertThat(Files.readString(classes.resolve("hello/HelloGreetRuns.java"))).contains(call);
  }

  @Test
  void a_recurring_handler_gets_a_singleton_that_registers_its_schedule() throws Exception {
    Compilation compiled =
        compile(
            """
            @org.goodtiming.scheduler.api.Recurring(
                value = "cron:0 0 6 ? * MON-FRI", zone = "Europe/Berlin", text = "\\"hi\\"", withoutOverlap = "PT1H")
              public void greet() {}
            """);

    assertThat(compiled.errors()).isEmpty();
    Class<?> schedule = compiled.load("hello.HelloGreetSchedule");
    assertThat(schedule.isAnnotationPresent(Singleton.class)).isTrue();
    assertThat(schedule.isAnnotationPresent(Startup.class)).isTrue();
    assertThat(Files.readString(classes.resolve("hello/HelloGreetSchedule.java")))
        .contains(
            ".jobId(\"Hello.greet\")",
            ".recurring(\"cron:0 0 6 ? * MON-FRI zone=Europe/Berlin\")",
            ".text(\"\\\"hi\\\"\")",
            ".withoutOverlap(java.time.Duration.parse(\"PT1H\"))");
  }

  @Test
  void a_recurring_handler_may_skip_runs_that_overlap() throws Exception {
    Compilation compiled =
        compile(
            """
            @org.goodtiming.scheduler.api.Recurring(
                value = "every:PT1H", overlap = org.goodtiming.scheduler.api.JobRequest.Overlap.SKIP)
              public void greet() {}
            """);
    assertThat(compiled.errors()).isEmpty();
    assertThat(Files.readString(classes.resolve("hello/HelloGreetSchedule.java")))
        .contains(".overlap(org.goodtiming.scheduler.api.JobRequest.Overlap.SKIP)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          value = ""                                       | its recurrence is empty
          value = "every:PT1H", zone = "Berlin"            | Berlin is no time zone
          value = "every:PT1H", withoutOverlap = "1 hour"  | withoutOverlap is no duration: write it like PT1H
          """)
  void impossible_schedules_are_refused(String settings, String reason) {
    assertThat(
            compile(
                    "@org.goodtiming.scheduler.api.Recurring(%s) public void greet() {}"
                        .formatted(settings))
                .errors())
        .containsExactly("SCHED-0023 this method cannot handle jobs: " + reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Recurring("every:PT1H")          | it has @Recurring, but no @JobHandler
          Once(dataSource = "jdbc/hello")  | it has @Once, but no @JobHandler
          """)
  void a_method_that_handles_no_jobs_is_refused(String annotation, String reason) {
    String source =
        """
        package hello;
        @jakarta.enterprise.context.ApplicationScoped
        public class Hello {
          @org.goodtiming.scheduler.api.%s public void greet() {}
        }
        """
            .formatted(annotation);
    assertThat(Compilation.of(classes, "hello.Hello", source).errors())
        .containsExactly("SCHED-0023 this method cannot handle jobs: " + reason);
  }

  @Test
  void a_handler_that_is_called_once_gets_the_data_source_of_its_inbox() throws Exception {
    Compilation compiled =
        compile(
            "@org.goodtiming.scheduler.api.Once(dataSource = \"jdbc/hello\") public String greet() { return null; }");

    assertThat(compiled.errors()).isEmpty();
    Field dataSource = compiled.load("hello.HelloGreetListener").getDeclaredField("dataSource");
    assertThat(dataSource.getAnnotation(Resource.class).lookup()).isEqualTo("jdbc/hello");
    assertThat(Files.readString(classes.resolve("hello/HelloGreetListener.java")))
        .contains("HandledJob.once(new org.goodtiming.scheduler.api.Inbox(dataSource), job ->");
  }

  @Test
  void a_long_run_cannot_be_called_once() {
    String method =
        "@org.goodtiming.scheduler.api.Once(dataSource = \"d\") public void greet(org.goodtiming.scheduler.api.RunContext run) {}";
    assertThat(compile(method).errors())
        .containsExactly(
            "SCHED-0023 this method cannot handle jobs: a long run has no transaction, as @Once needs it");
  }

  @Test
  void two_handlers_of_a_queue_are_refused() {
    Compilation compiled =
        compile(
            """
            public void greet() {}
              @JobHandler(queue = "hello") public void part() {}
            """);

    assertThat(compiled.errors())
        .containsExactly(
            "SCHED-0023 this method cannot handle jobs: Hello.greet handles the jobs of queue hello, too: each of them would get some of the jobs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          public class Hello                                                | its class Hello is no bean: give it a scope, say @ApplicationScoped, or @Stateless
          @jakarta.ejb.Stateless public abstract class Hello                | its class Hello is abstract
          @jakarta.enterprise.context.Dependent public class Hello<T>       | its class Hello has type parameters
          """)
  void classes_that_are_no_beans_are_refused(String header, String reason) {
    String source =
        "package hello; %s { @org.goodtiming.scheduler.api.JobHandler(queue = \"q\") public void greet() {} }"
            .formatted(header);
    assertThat(Compilation.of(classes, "hello.Hello", source).errors())
        .containsExactly("SCHED-0023 this method cannot handle jobs: " + reason);
  }

  @Test
  void a_queue_may_have_characters_that_java_quotes() throws Exception {
    Compilation compiled = compile("queue = \"a\\\"b\\\\c\"", "public void greet() {}");

    assertThat(compiled.errors()).isEmpty();
    assertThat(settings(compiled.load("hello.HelloGreetListener")))
        .containsEntry("destination", "a\"b\\c");
  }

  private Compilation compile(String method) {
    return compile("queue = \"hello\"", method);
  }

  private Compilation compile(String settings, String method) {
    String source =
        """
        package hello;
        import org.goodtiming.scheduler.api.JobDelivery;
        import org.goodtiming.scheduler.api.JobHandler;
        @jakarta.enterprise.context.ApplicationScoped
        public class Hello {
          @JobHandler(%s) %s
        }
        """
            .formatted(settings, method);
    return Compilation.of(classes, "hello.Hello", source);
  }

  private static Map<String, String> settings(Class<?> bean) {
    return Arrays.stream(bean.getAnnotation(MessageDriven.class).activationConfig())
        .collect(
            toMap(ActivationConfigProperty::propertyName, ActivationConfigProperty::propertyValue));
  }
}
