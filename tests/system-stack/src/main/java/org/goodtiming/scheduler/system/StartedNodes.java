package org.goodtiming.scheduler.system;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Starts the nodes that an earlier disruptive class has left down. */
final class StartedNodes implements BeforeAllCallback {

  @Override
  public void beforeAll(ExtensionContext context) {
    SystemStack.shared().startAllNodes();
  }
}
