package org.goodtiming.scheduler.policy;

/**
 * The pace at which the due jobs of a queue follow each other.
 *
 * @param code of the cause
 * @param text describes the pace
 */
public record Pace(String code, String text) {

  /** "1 job", "2 jobs". */
  public static String count(long number, String thing) {
    return number == 1 ? "1 " + thing : number + " " + thing + "s";
  }
}
