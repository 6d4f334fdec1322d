package org.goodtiming.scheduler.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Gives each test a window of the shared browser, and fails the test if the browser reports a
 * fault.
 */
final class ConsoleBrowser implements BeforeEachCallback, AfterEachCallback {

  private static final Namespace SHARED = Namespace.create(ConsoleBrowser.class);
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final URI console;
  private @Nullable Chromium chromium;
  private @Nullable Window window;

  /**
   * @param console the address of the console, with a slash at its end
   */
  ConsoleBrowser(URI console) {
    this.console = console;
  }

  Window window() {
    return window;
  }

  Page page() {
    return window.page();
  }

  URI console() {
    return console;
  }

  Faults faults() {
    return window.faults();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    assumeTrue(Chromium.isInstalled(), Chromium.MISSING);
    chromium = shared(context);
    chromium.watchdog().arm(LIMIT);
    window = chromium.open(console, Appearance.LIGHT);
  }

  /** The browser of this run, or a new browser if the watchdog has killed it; ends with the run. */
  static Chromium shared(ExtensionContext context) {
    var store = context.getRoot().getStore(SHARED);
    Chromium running = store.get(Chromium.class, Chromium.class);
    if (running != null && running.isAlive()) {
      return running;
    }
    if (running != null) {
      running.close();
    }
    Chromium started = Chromium.start();
    store.put(Chromium.class, started);
    return started;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (window == null) {
      return;
    }
    try (Window closing = window) {
      boolean failed = context.getExecutionException().isPresent();
      if (failed || !faults().found().isEmpty()) {
        closing.screenshot(Screenshots.ofFailure(context));
      }
      assertThat(faults().found()).as("faults that the browser reports").isEmpty();
    } finally {
      chromium.watchdog().disarm();
    }
  }
}
