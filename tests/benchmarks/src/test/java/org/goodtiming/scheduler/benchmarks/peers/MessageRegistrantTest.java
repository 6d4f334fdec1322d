package org.goodtiming.scheduler.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.benchmarks.Job;
import org.junit.jupiter.api.Test;

class MessageRegistrantTest {

  @Test
  void a_job_becomes_a_line() {
    var job = new Job(4711, Instant.ofEpochMilli(1_796_119_200_000L));
    assertThat(MessageRegistrant.line(job))
        .isEqualTo(
            "{\"jobId\":\"4711\",\"dueAt\":1796119200000,\"body\":\"%s\"}\n"
                .formatted(job.payload()));
  }

  @Test
  void a_bulk_message_is_not_so_large_that_the_broker_makes_a_file_of_it() {
    var jobs = Job.allDue(100_000, Instant.now()).subList(99_750, 100_000);
    var text = jobs.stream().map(MessageRegistrant::line).collect(Collectors.joining());
    assertThat(text.lines()).hasSize(MessageRegistrant.JOBS_A_MESSAGE);
    assertThat(text).hasSizeLessThan(45_000);
  }
}
