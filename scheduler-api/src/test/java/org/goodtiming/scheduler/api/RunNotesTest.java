package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunNotesTest {

  private final RunNotes notes = new RunNotes();

  @Test
  void a_report_takes_the_latest_checkpoint_and_all_lines_once() {
    notes.checkpoint("{\"page\": 6}");
    notes.checkpoint("{\"page\": 7}");
    notes.log("one");
    notes.log("two");
    assertThat(notes.take().with(Map.of("progress", 40)).toString())
        .contains("progress=40", "checkpoint={\"page\":7}", "log=[\"one\",\"two\"]");
    assertThat(notes.take().with(Map.of("progress", 50))).isEqualTo(Map.of("progress", 50));
  }

  @Test
  void notes_that_could_not_be_sent_are_taken_again_unless_there_is_a_later_checkpoint() {
    notes.checkpoint("1");
    notes.log("one");
    RunNotes.Taken lost = notes.take();
    notes.log("two");
    notes.giveBack(lost);
    RunNotes.Taken again = notes.take();
    assertThat(again.checkpoint()).hasToString("1");
    assertThat(again.log()).containsExactly("one", "two");
    notes.checkpoint("2");
    notes.giveBack(again);
    assertThat(notes.take().checkpoint()).hasToString("2");
  }

  @Test
  void the_last_report_of_an_attempt_repeats_the_checkpoint_but_no_line() {
    assertThat(notes.takeLast().checkpoint()).isNull();
    notes.checkpoint("1");
    notes.log("one");
    notes.take();
    RunNotes.Taken last = notes.takeLast();
    assertThat(last.checkpoint()).hasToString("1");
    assertThat(last.log()).isEmpty();
  }

  @Test
  void lines_beyond_the_limit_push_out_the_oldest() {
    IntStream.rangeClosed(0, WireContract.MAX_LOG_LINES).forEach(i -> notes.log("line " + i));
    assertThat(notes.take().log())
        .hasSize(WireContract.MAX_LOG_LINES)
        .startsWith("line 1")
        .endsWith("line 100");
  }

  @Test
  void a_line_is_cut_off() {
    notes.log("x".repeat(WireContract.MAX_LOG_LINE_LENGTH + 1));
    assertThat(notes.take().log()).containsExactly("x".repeat(WireContract.MAX_LOG_LINE_LENGTH));
  }

  @Test
  void a_checkpoint_is_one_json_value_within_its_limit() {
    notes.checkpoint("\"" + "x".repeat(WireContract.MAX_CHECKPOINT_BYTES - 2) + "\"");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> notes.checkpoint("\"" + "x".repeat(WireContract.MAX_CHECKPOINT_BYTES) + "\""))
        .withMessage(
            "SCHED-0685 the checkpoint has 16386 bytes, but at most 16384 are kept: store the data elsewhere, and a reference to it in the checkpoint");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> notes.checkpoint("page 7"))
        .withMessageStartingWith("SCHED-0686 the checkpoint is no JSON value: ");
  }
}
