package org.goodtiming.scheduler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.goodtiming.scheduler.api.HandlerSchedule;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobRequest.IfExists;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How the schedule of an application is registered. */
class HandlerScheduleTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final String SCHEMA = "{\"type\": \"object\"}";

  private final TestScheduler scheduler = TestScheduler.at(NOON, "round");
  private final Logger logger = Logger.getLogger(HandlerSchedule.class.getName());
  private final List<String> log = new ArrayList<>();
  private final Handler lines =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          log.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    logger.addHandler(lines);
  }

  @AfterEach
  void stop() {
    logger.removeHandler(lines);
  }

  @Test
  void a_schedule_without_its_worker_queue_is_tried_again_and_told_once_with_the_cure() {
    HandlerSchedule schedule = schedule("doors", "every:PT1H");
    assertThat(schedule.register()).isFalse();
    assertThat(schedule.register()).isFalse();
    assertThat(log)
        .containsExactly(
            "WARNING SCHED-0077 schedule doors/daily of this application is refused, and tried again every 10 s: SCHED-0102 scheduler_queue is 'doors', which is not on the allow-list: correct the name, or add it to scheduler.worker_queue. To have it accepted: goodtiming queue create doors");
  }

  @Test
  void a_refusal_that_has_passed_ends_with_the_registration() {
    HandlerSchedule schedule = schedule("round", "every:PT1H");
    scheduler.inputSchema("round", SCHEMA);
    assertThat(schedule.register()).isFalse();
    scheduler.inputSchema("round", null);
    assertThat(schedule.register()).isTrue();
    assertThat(scheduler.waiting()).hasSize(1);
    assertThat(log)
        .extracting(line -> line.replaceAll("(SCHED-....).*", "$1"))
        .containsExactly("WARNING SCHED-0077", "INFO SCHED-0029");
  }

  @Test
  void a_refusal_of_a_new_version_is_final_and_the_schedule_of_the_former_one_goes_on() {
    assertThat(schedule("round", "every:PT1H").register()).isTrue();
    assertThat(schedule("round", "cron:0 0 25 * * ?").register()).isTrue();
    assertThat(scheduler.waiting()).containsValue(NOON.plusSeconds(3600));
    assertThat(log.get(1))
        .startsWith(
            "SEVERE SCHED-0028 schedule round/daily of this application is refused, and not tried again: SCHED-0132 ")
        .endsWith(
            ". The schedule of a former version goes on; if there is none, the handler gets no jobs");
  }

  private HandlerSchedule schedule(String queue, String recurrence) {
    return new HandlerSchedule(
        scheduler,
        JobRequest.on(queue)
            .jobId("daily")
            .recurring(recurrence)
            .ifExists(IfExists.UPDATE)
            .text("all doors")
            .build());
  }
}
