package org.goodtiming.scheduler.system;

import org.goodtiming.scheduler.dev.PayaraNode;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Starts the stack before the first system test, so that Arquillian finds its ports, and stops it
 * after the last; starts nothing for unit tests, which have no state directory.
 */
public final class StackLifetime implements LauncherSessionListener {

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (System.getProperty("scheduler.state") == null) {
      return;
    }
    if (SystemStack.shared().node(1) instanceof PayaraNode node) {
      System.setProperty("payara.admin.port", Integer.toString(node.adminPort()));
      System.setProperty("payara.admin.user", node.adminUser());
      System.setProperty("payara.admin.password", node.adminPassword());
      System.setProperty("payara.http.port", Integer.toString(node.httpPort()));
    }
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    SystemStack.stop();
  }
}
