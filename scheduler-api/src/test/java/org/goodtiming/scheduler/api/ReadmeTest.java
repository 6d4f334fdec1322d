package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReadmeTest {

  @Test
  void the_bulk_registration_of_the_readme_is_the_one_that_is_compiled() throws IOException {
    String compiled =
        Files.readString(Path.of("src/test/java/org/goodtiming/scheduler/api/Reminders.java"));

    assertThat(Files.readString(Path.of("../README.md")))
        .contains("```java\n" + compiled.substring(compiled.indexOf("@Stateless")) + "```");
  }
}
