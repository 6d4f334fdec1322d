package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.goodtiming.scheduler.dev.CommandLines;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class ChaosHelpTest {

  @Test
  void kept_help_is_what_the_command_says() {
    Path kept = Path.of(System.getProperty("scheduler.root"), "tools/scheduler-dev/help/chaos.txt");
    assertThat(kept).hasContent(CommandLines.of(new ChaosCommand()).getUsageMessage(Ansi.OFF));
  }
}
