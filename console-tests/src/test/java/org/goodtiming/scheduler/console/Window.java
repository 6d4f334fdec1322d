package org.goodtiming.scheduler.console;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.net.URI;
import java.nio.file.Path;

/** A browser window with one page, and the faults that the browser reports of it. */
final class Window implements AutoCloseable {

  private static final double PATIENCE_MILLIS = 15_000;

  private final BrowserContext context;
  private final URI console;
  private final Faults faults;
  private final Page page;

  Window(BrowserContext context, URI console) {
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

  void screenshot(Path file) {
    page.screenshot(new Page.ScreenshotOptions().setPath(file));
  }

  @Override
  public void close() {
    context.close();
  }
}
