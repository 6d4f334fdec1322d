package org.goodtiming.scheduler.recovery;

/** What is to be done with the branches of a transaction in doubt, and why. */
record Verdict(Action action, String reason) {

  enum Action {
    WAIT,
    COMMIT,
    ROLL_BACK
  }

  static Verdict wait(String reason) {
    return new Verdict(Action.WAIT, reason);
  }

  static Verdict commit(String reason) {
    return new Verdict(Action.COMMIT, reason);
  }

  static Verdict rollBack(String reason) {
    return new Verdict(Action.ROLL_BACK, reason);
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
