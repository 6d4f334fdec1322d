package org.goodtiming.scheduler.cli;

import java.util.Iterator;
import java.util.List;

/** Stands for the names of the worker queues, which completion asks a node for. */
final class QueueNames implements Iterable<String> {
  static final String PLACEHOLDER = "@queues@";

  @Override
  public Iterator<String> iterator() {
    return List.of(PLACEHOLDER).iterator();
  }
}
