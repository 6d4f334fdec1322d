package org.goodtiming.scheduler.recovery;

import java.util.Set;
import org.goodtiming.scheduler.recovery.Resolution.Action;

/**
 * The state of a transaction in doubt on both sides.
 *
 * @param node the node that began it
 * @param decision what the rules make of it
 * @param open what an operator may decide instead; empty if there is evidence, or its node lives
 */
public record Finding(String gtrid, String node, Resolution decision, Set<Action> open) {

  /** Whether the evidence, or an operator in its place, allows the action. */
  public boolean allows(Action action) {
    return decision.action() == action || open.contains(action);
  }
}
