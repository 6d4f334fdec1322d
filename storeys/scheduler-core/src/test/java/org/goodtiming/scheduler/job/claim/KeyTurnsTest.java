package org.goodtiming.scheduler.job.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KeyTurnsTest {

  private static final List<DueJob> JOBS =
      Stream.of("a1", "a2", "a3", "b4", "b5", "c6").map(KeyTurnsTest::job).toList();

  @Test
  void the_oldest_jobs_are_chosen_that_have_room() {
    assertThat(chosen(Map.of(), false, "", 4)).isEqualTo("a1 a2 a3 b4");
    assertThat(chosen(Map.of("a", 1, "b", 0, "c", 5), false, "", 4)).isEqualTo("a1 c6");
  }

  @Test
  void keys_take_turns() {
    assertThat(chosen(Map.of(), true, "", 4)).isEqualTo("a1 b4 c6 a2");
    assertThat(chosen(Map.of(), true, "", 10)).isEqualTo("a1 b4 c6 a2 b5 a3");
    assertThat(chosen(Map.of("a", 1, "b", 0), true, "", 10)).isEqualTo("a1 c6");
  }

  @Test
  void the_turn_begins_after_the_key_that_had_the_last() {
    assertThat(chosen(Map.of(), true, "a", 2)).isEqualTo("b4 c6");
    assertThat(chosen(Map.of(), true, "b", 2)).isEqualTo("c6 a1");
    assertThat(chosen(Map.of(), true, "c", 1)).isEqualTo("a1");
  }

  @Test
  void ten_of_many_keys_are_done_after_about_twice_ten() {
    List<DueJob> jobs =
        IntStream.range(0, 1_000)
            .mapToObj(i -> job((i < 990 ? "a" : "b") + i))
            .collect(Collectors.toList());
    assertThat(new KeyTurns(Map.of(), true, "").choose(jobs, 20))
        .filteredOn(job -> job.key().equals("b"))
        .hasSize(10);
  }

  private static String chosen(Map<String, Integer> room, boolean isFair, String after, int most) {
    return new KeyTurns(room, isFair, after)
        .choose(JOBS, most).stream()
            .map(job -> job.key() + job.id())
            .collect(Collectors.joining(" "));
  }

  /** A key of one letter, and the id, which is the second at which the job is due. */
  private static DueJob job(String text) {
    long id = Long.parseLong(text.substring(1));
    return new DueJob(id, "1", new UUID(0, id), text.substring(0, 1), Instant.ofEpochSecond(id), 4);
  }
}
