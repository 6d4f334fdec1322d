package org.goodtiming.scheduler.lease;

/** The decision of one tick, from the locked row alone. */
final class LeaseRules {

  /** The action of this node in this tick. */
  sealed interface Decision {

    record GoOn() implements Decision {}

    record TakeOver(Reason reason) implements Decision {}

    record Skip() implements Decision {}
  }

  enum Reason {
    NEVER_HELD("never held"),
    RELEASED("released"),
    SESSION_GONE("the holder's database session is gone"),
    EXPIRED("failover interval passed");

    final String text;

    Reason(String text) {
      this.text = text;
    }
  }

  private LeaseRules() {}

  static Decision decide(LeaseRow row, Incarnation self) {
    if (row.holder() == null || row.lastRunAt() == null) {
      return new Decision.TakeOver(Reason.NEVER_HELD);
    }
    if (row.releasedAt() != null) {
      return row.reservedFor() == null || row.reservedFor().equals(self.node())
          ? new Decision.TakeOver(Reason.RELEASED)
          : new Decision.Skip();
    }
    if (row.holder().equals(self)) {
      return new Decision.GoOn();
    }
    if (row.sessionGone()) {
      return new Decision.TakeOver(Reason.SESSION_GONE);
    }
    return row.readAt().isAfter(row.lastRunAt().plus(row.failover()))
        ? new Decision.TakeOver(Reason.EXPIRED)
        : new Decision.Skip();
  }
}
