package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServerCommandLineTest {
  @Test
  void command_line_stands_between_heading_and_farewell() {
    var answer =
        List.of(
            "Dump of JVM Invocation line that would be used to launch:",
            "/opt/my jdk/bin/java",
            "-Xmx768m",
            "com.sun.enterprise.glassfish.bootstrap.ASMain",
            "-watchdog",
            "false",
            "Command start-domain executed successfully.",
            "");
    assertThat(ServerCommandLine.commandIn(answer))
        .containsExactly(
            "/opt/my jdk/bin/java",
            "-Xmx768m",
            "com.sun.enterprise.glassfish.bootstrap.ASMain",
            "-watchdog",
            "false");
  }
}
