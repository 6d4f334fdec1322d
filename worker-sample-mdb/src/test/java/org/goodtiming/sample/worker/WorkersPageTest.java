package org.goodtiming.sample.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkersPageTest {

  private static final Path SOURCES = Path.of("src/main/java/org/goodtiming/sample/worker");

  @ParameterizedTest
  @CsvSource({"guide.md, CartReminderListener", "executions.md, Fibonacci"})
  void the_workers_of_the_pages_are_those_that_are_compiled(String file, String worker)
      throws IOException {
    String page = Files.readString(Path.of("../docs", file));
    String snippet =
        Arrays.stream(page.split("```java\n"))
            .filter(block -> block.contains("public class " + worker + " "))
            .map(block -> block.substring(0, block.indexOf("```")))
            .findFirst()
            .orElseThrow();
    assertThat(Files.readString(SOURCES.resolve(worker + ".java"))).endsWith(snippet);
  }
}
