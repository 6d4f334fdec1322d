package org.goodtiming.sample.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GuidePageTest {

  @Test
  void the_worker_of_the_guide_is_the_one_that_is_compiled() throws IOException {
    String page = Files.readString(Path.of("../docs/guide.md"));
    String source =
        Files.readString(
            Path.of("src/main/java/org/goodtiming/sample/worker/CartReminderListener.java"));

    assertThat(page)
        .contains("```java\n" + source.substring(source.indexOf("public class ")) + "```");
  }
}
