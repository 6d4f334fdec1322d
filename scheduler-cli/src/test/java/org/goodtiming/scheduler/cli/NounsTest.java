package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NounsTest {

  @Test
  void only_the_nouns_among_the_arguments_are_needed() {
    assertThat(Nouns.of(List.of("--url", "http://node", "job", "list"))).containsOnlyKeys("job");
    assertThat(Nouns.of(List.of("job", "list", "--queue", "run"))).containsOnlyKeys("job", "run");
  }

  @Test
  void all_are_needed_for_help_for_completion_and_for_what_is_not_known() {
    assertThat(Nouns.of(List.of("generate-completion"))).isEqualTo(Nouns.all());
    assertThat(Nouns.of(List.of("job", "--help"))).isEqualTo(Nouns.all());
    assertThat(Nouns.of(List.of("jbo", "list"))).isEqualTo(Nouns.all());
    assertThat(Nouns.of(List.of())).isEqualTo(Nouns.all());
  }
}
