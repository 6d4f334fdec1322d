package org.goodtiming.scheduler.background;

/**
 * The duties of a node besides answering requests; an operator may withdraw each of them.
 *
 * @param dispatches whether it may lead partitions
 * @param registers whether it takes registrations from queues and tables
 */
public record NodeDuties(boolean dispatches, boolean registers) {

  public static final NodeDuties ALL = new NodeDuties(true, true);

  /** The duties of a node that is drained, or that has yet to read its duties. */
  public static final NodeDuties NONE = new NodeDuties(false, false);

  /** Whether the node is drained; a drained node takes no dead letters and no reports either. */
  public boolean isDrained() {
    return !dispatches && !registers;
  }

  /** The duties that are left when these are taken away. */
  public NodeDuties without(NodeDuties taken) {
    return new NodeDuties(dispatches && !taken.dispatches, registers && !taken.registers);
  }

  /** The duties of the node when these are given back. */
  public NodeDuties with(NodeDuties given) {
    return new NodeDuties(dispatches || given.dispatches, registers || given.registers);
  }
}
