package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Pause;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Plan;
import org.goodtiming.scheduler.explanation.ScheduleFacts.Wait;
import org.goodtiming.scheduler.policy.Cause;
import org.goodtiming.scheduler.policy.Cure;
import org.jspecify.annotations.Nullable;

/** The causes that keep back the waiting run of a schedule. */
record ScheduleCauses(Facts facts, ScheduleFacts schedule) {

  /**
   * @param dueAt of the waiting run; before it, the run waits for no other
   */
  Stream<Cause> all(Instant dueAt) {
    return Stream.concat(
            Stream.of(
                paused(schedule.pause()),
                dueAt.isAfter(facts.now()) ? null : waiting(schedule.waiting())),
            ofPlan(schedule.plan()))
        .filter(Objects::nonNull);
  }

  private static Stream<Cause> ofPlan(Plan plan) {
    Stream<Cause> omissions =
        plan.omissions().stream()
            .map(
                each ->
                    Cause.of(
                        "omitted",
                        "no run is due at %s: %s".formatted(each.at(), each.reason()),
                        each.at()));
    return plan.shift() == null
        ? omissions
        : Stream.concat(omissions, Stream.of(Cause.of("shifted", plan.shift(), null)));
  }

  private @Nullable Cause paused(@Nullable Pause pause) {
    if (pause == null || (pause.until() != null && !pause.until().isAfter(facts.now()))) {
      return null;
    }
    String end = pause.until() == null ? "it is resumed" : pause.until().toString();
    return Cause.of(
            "schedule-paused",
            "the schedule is paused until %s%s"
                .formatted(end, pause.reason() == null ? "" : ", because " + pause.reason()),
            facts.past().latest(PastEvent.PAUSE_SCHEDULE))
        .with(
            Cure.post(
                "resume the schedule",
                "schedules",
                facts.key().queue(),
                facts.key().jobId(),
                "resume"));
  }

  private @Nullable Cause waiting(@Nullable Wait wait) {
    if (wait == null || !wait.until().isAfter(facts.now())) {
      return null;
    }
    return wait.previousRun() == null
        ? Cause.of(
            "catch-up",
            "the schedule catches up with missed runs one after the other: this one has its turn at %s"
                .formatted(wait.until()),
            null)
        : previousRun(wait.previousRun(), wait.until());
  }

  private static Cause previousRun(UUID fireId, Instant until) {
    Cure cure =
        new Cure(
            "cancel the previous run",
            "DELETE",
            List.of("executions", fireId.toString()),
            null,
            "submitter");
    return Cause.of(
            "waits-for-run",
            "the run waits for the end of the previous run %s, at most until %s"
                .formatted(fireId, until),
            null)
        .with(cure);
  }
}
