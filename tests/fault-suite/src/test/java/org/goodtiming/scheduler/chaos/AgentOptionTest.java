package org.goodtiming.scheduler.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM takes the agent from JAVA_TOOL_OPTIONS, wherever the checkout and its state lie. */
class AgentOptionTest {

  @TempDir private Path directory;

  @Test
  void name_of_the_state_directory_may_have_spaces_and_an_apostrophe() throws Exception {
    String option = Chaos.agentOption(directory.resolve("Joe's good timing"));
    ProcessBuilder jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-version")
            .redirectErrorStream(true);
    jvm.environment().put("JAVA_TOOL_OPTIONS", option);
    Process process = jvm.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("Picked up JAVA_TOOL_OPTIONS").doesNotContain("Error");
  }
}
