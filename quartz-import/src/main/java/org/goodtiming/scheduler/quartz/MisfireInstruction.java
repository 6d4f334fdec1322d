package org.goodtiming.scheduler.quartz;

import org.quartz.SimpleTrigger;
import org.quartz.Trigger;

/** What becomes of missed runs: Quartz's instruction as a misfire policy. */
final class MisfireInstruction {
  /** {@code DO_NOTHING} of the triggers that know two instructions only. */
  private static final int DO_NOTHING = 2;

  private MisfireInstruction() {}

  static String policy(Trigger trigger) {
    int instruction = trigger.getMisfireInstruction();
    if (instruction == Trigger.MISFIRE_INSTRUCTION_IGNORE_MISFIRE_POLICY) {
      return "fire-all";
    }
    return trigger instanceof SimpleTrigger simple
        ? ofSimple(simple)
        : instruction == DO_NOTHING ? "skip" : "fire-once";
  }

  private static String ofSimple(SimpleTrigger trigger) {
    return switch (trigger.getMisfireInstruction()) {
      case Trigger.MISFIRE_INSTRUCTION_SMART_POLICY ->
          trigger.getRepeatCount() == SimpleTrigger.REPEAT_INDEFINITELY
              ? "skip-counted"
              : "fire-once";
      case SimpleTrigger.MISFIRE_INSTRUCTION_RESCHEDULE_NOW_WITH_REMAINING_REPEAT_COUNT ->
          "fire-once-counted";
      case SimpleTrigger.MISFIRE_INSTRUCTION_RESCHEDULE_NEXT_WITH_REMAINING_COUNT -> "skip-counted";
      case SimpleTrigger.MISFIRE_INSTRUCTION_RESCHEDULE_NEXT_WITH_EXISTING_COUNT -> "skip";
      default -> "fire-once";
    };
  }
}
