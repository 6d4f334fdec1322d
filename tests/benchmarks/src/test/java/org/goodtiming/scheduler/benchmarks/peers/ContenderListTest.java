package org.goodtiming.scheduler.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.goodtiming.scheduler.benchmarks.report.Measure;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;
import org.goodtiming.scheduler.benchmarks.report.Sample.Outcome;
import org.junit.jupiter.api.Test;

class ContenderListTest {

  @Test
  void contenders_are_known_by_name_with_the_version_of_their_library() {
    assertThat(ContenderList.named(List.of("db-scheduler", "quartz")))
        .containsExactly(ContenderList.DB_SCHEDULER, ContenderList.QUARTZ);
    assertThat(ContenderList.QUARTZ.version()).matches("quartz-\\d.*\\d");
  }

  @Test
  void a_wrong_name_is_answered_with_the_right_ones() {
    assertThatThrownBy(() -> ContenderList.named("quarz"))
        .hasMessage(
            "BENCH-0001 there is no contender 'quarz': choose among good-timing, good-timing-sql, quartz, quartz-recovery, db-scheduler, jobrunr, ejb-timers, artemis, jms, postgresql");
  }

  @Test
  void rounds_are_as_long_as_the_pace_allows_and_never_too_large() {
    var sizes = new Sizes(1, 2, 1.5, 5, 1, 0, 0);
    assertThat(sizes.jobs(ContenderList.QUARTZ.pace(), Measure.REGISTER, 1)).isEqualTo(900);
    assertThat(sizes.jobs(ContenderList.POSTGRESQL.pace(), Measure.DRAIN, 1)).isEqualTo(100_000);
  }

  @Test
  void recurring_jobs_that_are_due_at_once_are_as_many_for_each_contender_except_to_warm_up() {
    var sizes = Sizes.ofRecurring(100_000);
    var names = Competition.withRecurringJobs();
    assertThat(names).containsExactly("good-timing", "quartz", "db-scheduler");
    for (var contender : ContenderList.named(names)) {
      assertThat(sizes.jobs(contender.pace(), Measure.RECURRING, 1)).isEqualTo(100_000);
      assertThat(sizes.jobs(contender.pace(), Measure.RECURRING, 0)).isLessThan(20_000);
    }
    assertThat(sizes.asksFor(Measure.DRAIN, 1, false)).isFalse();
  }

  @Test
  void answers_and_commands_are_read_as_they_were_written() {
    var answer = new Answer(new Outcome(5, 4, 1, 2, 0.25), new Lateness(-1.5, -0.5, 2, 3, 4));
    assertThat(Answer.parse(answer.format())).isEqualTo(answer);
    var command = new Command(Command.Word.REGISTER_BULK, 12, 5);
    assertThat(Command.parse(command.format())).isEqualTo(command);
  }
}
