package org.goodtiming.scheduler.recovery;

/** The action on the branches of a transaction in doubt, and its reason. */
public record Resolution(Action action, String reason) {

  /** The action on the branches. */
  public enum Action {
    WAIT,
    COMMIT,
    ROLL_BACK
  }

  static Resolution wait(String reason) {
    return new Resolution(Action.WAIT, reason);
  }

  static Resolution commit(String reason) {
    return new Resolution(Action.COMMIT, reason);
  }

  static Resolution rollBack(String reason) {
    return new Resolution(Action.ROLL_BACK, reason);
  }

  boolean commits() {
    return action == Action.COMMIT;
  }

  String text() {
    return switch (action) {
          case WAIT -> "wait: ";
          case COMMIT -> "commit: ";
          case ROLL_BACK -> "roll back: ";
        }
        + reason;
  }
}
