package org.goodtiming.scheduler.chaos;

import org.goodtiming.scheduler.chaos.PointAction.Action;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.system.SystemStack;

/** A server that dies while the thread of a node stands at a point. */
enum KilledServer {
  NODE {
    @Override
    void kill(SystemStack stack, ServerNode node) throws InterruptedException {
      PointFaults.awaitDeath(node);
    }
  },
  DATABASE {
    @Override
    void kill(SystemStack stack, ServerNode node) {
      stack.database().kill();
      stack.database().start();
      node.resume();
    }
  },
  BROKER {
    @Override
    void kill(SystemStack stack, ServerNode node) {
      stack.devStack().broker().kill();
      stack.devStack().broker().start();
      node.resume();
    }
  };

  abstract void kill(SystemStack stack, ServerNode node) throws InterruptedException;

  Action onNode() {
    return this == NODE ? Action.KILL : Action.FREEZE;
  }
}
