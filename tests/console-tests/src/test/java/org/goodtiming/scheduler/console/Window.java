package org.goodtiming.scheduler.console;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.net.URI;
import java.nio.file.Path;

/** A browser window with one page, and the faults that the browser reports of it. */
final class Window implements AutoCloseable {

  private static final double PATIENCE_MILLIS = 15_000;

  private final Chromium chromium;
  private final BrowserContext context;
  private final URI console;
  private final Faults faults;
  private final Page page;

  Window(Chromium chromium, BrowserContext context, URI console) {
    this.chromium = chromium;
    this.context = context;
    this.console = console;
    this.faults = new Faults(console);
    faults.watch(context);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    this.page = context.newPage();
  }

  Page page() {
    return page;
  }

  URI console() {
    return console;
  }

  Faults faults() {
    return faults;
  }

  /** Takes none of a browser that the watchdog has killed. */
  void screenshot(Path file) {
    if (chromium.isAlive()) {
      page.screenshot(new Page.ScreenshotOptions().setPath(file));
    }
  }

  @Override
  public void close() {
    if (chromium.isAlive()) {
      context.close();
    }
  }
}
