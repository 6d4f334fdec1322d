package org.goodtiming.scheduler.quartz;

import java.util.Optional;
import org.quartz.SimpleTrigger;
import org.quartz.Trigger;

/** Converts Quartz's misfire instruction to a misfire policy. */
final class MisfireInstruction {
  /** {@code DO_NOTHING} of the triggers that know two instructions only. */
  private static final int DO_NOTHING = 2;

  private MisfireInstruction() {}

  /** The policy of a trigger that repeats. */
  static String policy(Trigger trigger) {
    int instruction = trigger.getMisfireInstruction();
    if (instruction == Trigger.MISFIRE_INSTRUCTION_IGNORE_MISFIRE_POLICY) {
      return "fire-all";
    }
    return trigger instanceof SimpleTrigger simple
        ? ofSimple(simple)
        : instruction == DO_NOTHING ? "skip" : "fire-once";
  }

  /** The difference between Quartz and the policy for a repeating trigger. */
  static Optional<String> difference(Trigger trigger) {
    boolean firesNow = trigger instanceof SimpleTrigger && policy(trigger).startsWith("fire-once");
    return firesNow
        ? Optional.of(
            "after a missed run Quartz counts the interval from the late run; here the planned times stay")
        : Optional.empty();
  }

  /** Whether Quartz drops the last run of a simple trigger if it is missed. */
  static boolean dropsLastRun(SimpleTrigger trigger) {
    return switch (trigger.getMisfireInstruction()) {
      case SimpleTrigger.MISFIRE_INSTRUCTION_RESCHEDULE_NEXT_WITH_REMAINING_COUNT,
          SimpleTrigger.MISFIRE_INSTRUCTION_RESCHEDULE_NEXT_WITH_EXISTING_COUNT ->
          true;
      default -> false;
    };
  }

  // With NEXT_WITH_EXISTING_COUNT missed runs are lost, too: Quartz keeps the count, but computes
  // the last time from the start and the count
  private static String ofSimple(SimpleTrigger trigger) {
    return switch (trigger.getMisfireInstruction()) {
      case Trigger.MISFIRE_INSTRUCTION_SMART_POLICY ->
          trigger.getRepeatCount() == SimpleTrigger.REPEAT_INDEFINITELY
              ? "skip-counted"
              : "fire-once";
      case SimpleTrigger.MISFIRE_INSTRUCTION_FIRE_NOW,
          SimpleTrigger.MISFIRE_INSTRUCTION_RESCHEDULE_NOW_WITH_REMAINING_REPEAT_COUNT ->
          "fire-once-counted";
      case SimpleTrigger.MISFIRE_INSTRUCTION_RESCHEDULE_NEXT_WITH_REMAINING_COUNT,
          SimpleTrigger.MISFIRE_INSTRUCTION_RESCHEDULE_NEXT_WITH_EXISTING_COUNT ->
          "skip-counted";
      default -> "fire-once";
    };
  }
}
