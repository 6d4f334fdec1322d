package org.goodtiming.scheduler.recurrence;

/**
 * The kind of a recurrence and its parameters. {@code toString} gives the text form, which names
 * the kind: {@code every:PT20M}.
 */
public sealed interface Rule permits ElapsedTimeRule, WallClockRule {

  /** A phrase in English, such as "every 20 minutes". */
  String describe();
}
