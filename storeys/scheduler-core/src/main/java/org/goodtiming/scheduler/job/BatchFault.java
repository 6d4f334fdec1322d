package org.goodtiming.scheduler.job;

/**
 * Why a job batch does not take a member, or a size.
 *
 * @param reason what is wrong with it
 */
public record BatchFault(Kind kind, String batch, String reason) {

  /** The rule. */
  public enum Kind {
    /** Nothing tells the end of the member. */
    UNTRACKED,
    /** The batch has all its members, or has ended. */
    FULL,
    /** The batch was closed with another size, or has more members. */
    SIZE,
    /** Another login has opened the batch. */
    LOGIN
  }
}
