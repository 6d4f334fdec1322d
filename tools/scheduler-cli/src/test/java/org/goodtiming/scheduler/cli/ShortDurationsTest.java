package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ShortDurationsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          30m                | PT30M
          1h                 | PT1H
          2d                 | P2D
          1d12h              | P1DT12H
          1h30m5s            | PT1H30M5S
          1m,10m,1h          | PT1M,PT10M,PT1H
          5/1m*2..6h~20%     | 5/PT1M*2..PT6H~20%
          wait/2h            | wait/PT2H
          fire-all/30m       | fire-all/PT30M
          PT30M              | PT30M
          P1DT12H            | P1DT12H
          3 working days     | 3 working days
          none               | none
          30                 | 30
          1.5h               | 1.5h
          30min              | 30min
          30m1h              | 30m1h
          """)
  void they_are_written_in_iso_8601_and_all_else_stays(String text, String iso) {
    assertThat(new ShortDurations().convert(text)).isEqualTo(iso);
  }

  @Test
  void each_option_that_has_a_duration_knows_them() {
    assertKnown(Goodtiming.commandLine(new Surroundings(Map.of())));
  }

  private static void assertKnown(CommandLine command) {
    command.getCommandSpec().options().stream()
        .filter(option -> List.of("DURATION", "POLICY").contains(option.paramLabel()))
        .forEach(
            option ->
                assertThat(option.converters())
                    .as("%s %s", command.getCommandSpec().qualifiedName(), option.longestName())
                    .hasOnlyElementsOfType(ShortDurations.class)
                    .isNotEmpty());
    command.getSubcommands().values().forEach(ShortDurationsTest::assertKnown);
  }
}
