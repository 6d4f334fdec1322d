package org.goodtiming.scheduler.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;

/** Messages with many jobs, for tests: built, and read by the parser. */
final class Bulk {

  private static final RegistrationParser PARSER = Parsers.of(Registration.LIMITS);

  private Bulk() {}

  /** All that a message has to say for its lines but when they are due. */
  static Registration defaults() {
    return Registration.empty().with("scheduler_queue", "order-check");
  }

  /** A message whose properties make empty lines valid. */
  static Registration due() {
    return defaults().with("scheduler_delay", "PT30M");
  }

  static Registration text(Registration message, String text) {
    return message.body(Kind.TEXT, text.getBytes(UTF_8));
  }

  static List<Intent.Line> lines(Registration message, String text) {
    return lines(text(message, text));
  }

  static List<Intent.Line> lines(Registration message) {
    Intent intent = parse(message);
    assertThat(intent).isInstanceOf(Intent.ScheduleAll.class);
    return ((Intent.ScheduleAll) intent).lines();
  }

  static NewJob job(Registration message, String line) {
    return ((Intent.Schedule) lines(message, line).get(0).intent()).job();
  }

  static Intent.Refused refusedLine(Registration message, String line) {
    return (Intent.Refused) lines(message, line).get(0).intent();
  }

  static Intent.Refused refused(Registration message) {
    return (Intent.Refused) parse(message);
  }

  private static Intent parse(Registration message) {
    return PARSER.parse(
        message.with("scheduler_op", "scheduleAll").message(), Registration.RECEIVED_AT);
  }
}
