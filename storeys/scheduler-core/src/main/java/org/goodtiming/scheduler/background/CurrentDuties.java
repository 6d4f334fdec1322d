package org.goodtiming.scheduler.background;

import jakarta.inject.Singleton;

/** The duties of this node, as it last read them; none until then. */
@Singleton
public final class CurrentDuties {

  private volatile NodeDuties duties = NodeDuties.NONE;

  public NodeDuties get() {
    return duties;
  }

  public void set(NodeDuties read) {
    duties = read;
  }
}
