package org.goodtiming.sample.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ReadmeTest {

  private static final Path SOURCES = Path.of("src/main/java/org/goodtiming/sample/worker");

  @Test
  void the_draining_worker_of_the_readme_is_the_one_that_is_compiled() throws IOException {
    String readme = Files.readString(Path.of("../README.md"));
    String snippet =
        Arrays.stream(readme.split("```java\n"))
            .filter(block -> block.startsWith("public class CartReminderListener"))
            .map(block -> block.substring(0, block.indexOf("```")))
            .findFirst()
            .orElseThrow();
    assertThat(Files.readString(SOURCES.resolve("CartReminderListener.java"))).endsWith(snippet);
  }
}
