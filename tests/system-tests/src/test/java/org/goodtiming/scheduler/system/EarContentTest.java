package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** What is deployed is the scheduler, and nothing of an application. */
class EarContentTest {

  private static final Path EAR =
      Path.of(
          System.getProperty("scheduler.root"),
          "tools/scheduler-dev/target/stack/apps/scheduler-ear.ear");

  @Test
  void the_scheduler_has_no_class_of_the_samples() throws IOException {
    List<String> classes = new ArrayList<>();
    try (InputStream ear = Files.newInputStream(EAR)) {
      collect(ear, classes);
    }
    assertThat(classes).contains("org/goodtiming/scheduler/dispatch/Dispatcher.class");
    assertThat(classes).noneMatch(each -> each.contains("org/goodtiming/sample"));
  }

  /** Payara has other versions, which the scheduler would get instead. */
  @Test
  void libraries_that_the_server_has_too_are_in_the_scheduler_under_another_name()
      throws IOException {
    List<String> classes = new ArrayList<>();
    try (InputStream ear = Files.newInputStream(EAR)) {
      collect(ear, classes);
    }
    assertThat(classes)
        .contains("org/goodtiming/scheduler/schema/networknt/schema/Schema.class")
        .noneMatch(each -> each.matches("(com/networknt|(tools|com/fasterxml)/jackson)/.*"));
  }

  private static void collect(InputStream archive, List<String> classes) throws IOException {
    ZipInputStream entries = new ZipInputStream(archive);
    for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
      String name = entry.getName();
      if (name.endsWith(".jar") || name.endsWith(".war")) {
        collect(new ByteArrayInputStream(entries.readAllBytes()), classes);
      } else if (name.endsWith(".class")) {
        classes.add(name);
      }
    }
  }
}
