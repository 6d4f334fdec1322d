package org.goodtiming.scheduler.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Chromium of this machine, driven by Playwright; used by one thread only. Debian's without
 * windows comes first: with windows nobody sees, the tests take nearly twice as long.
 */
final class Chromium implements AutoCloseable {

  static final String MISSING =
      "needs Chromium: install the Debian package chromium-headless-shell or chromium, or name a program with -Dconsole.chromium=FILE";

  private static final List<String> PROGRAMS =
      List.of("chromium-headless-shell", "chromium", "google-chrome");

  /** Without them, Chromium asks servers of its vendor. */
  private static final List<String> ARGUMENTS =
      List.of(
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private final Playwright playwright;
  private final Browser browser;
  private final Watchdog watchdog;

  private Chromium(Playwright playwright, Browser browser, Watchdog watchdog) {
    this.playwright = playwright;
    this.browser = browser;
    this.watchdog = watchdog;
  }

  static boolean isInstalled() {
    return executable().isPresent();
  }

  private static Optional<Path> executable() {
    return executable(System.getProperty("console.chromium", ""), System.getenv("PATH"));
  }

  /**
   * The program that is used.
   *
   * @param setting its file; empty if it is to be found
   * @param path directories as in the variable PATH
   */
  static Optional<Path> executable(String setting, String path) {
    Stream<Path> candidates =
        setting.isEmpty()
            ? PROGRAMS.stream()
                .flatMap(
                    name -> Stream.of(path.split(":")).map(directory -> Path.of(directory, name)))
            : Stream.of(Path.of(setting));
    return candidates.filter(Files::isExecutable).findFirst();
  }

  static Chromium start() {
    Set<ProcessHandle> before = children();
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    Set<ProcessHandle> started = children();
    started.removeAll(before);
    Watchdog watchdog = new Watchdog(List.copyOf(started));
    try {
      return new Chromium(playwright, playwright.chromium().launch(options()), watchdog);
    } catch (RuntimeException | Error e) {
      // Playwright's process and reader would keep the JVM from ending
      watchdog.close();
      throw e;
    }
  }

  private static Set<ProcessHandle> children() {
    return ProcessHandle.current().children().collect(Collectors.toSet());
  }

  private static LaunchOptions options() {
    return new LaunchOptions()
        .setExecutablePath(executable().orElseThrow())
        .setArgs(ARGUMENTS)
        .setChromiumSandbox(!"root".equals(System.getProperty("user.name")));
  }

  /** A new window, without cookies. */
  Window open(URI console, Appearance appearance) {
    return new Window(this, browser.newContext(appearance.options()), console);
  }

  Watchdog watchdog() {
    return watchdog;
  }

  boolean isAlive() {
    return watchdog.allAlive() && browser.isConnected();
  }

  @Override
  public void close() {
    try (watchdog) {
      playwright.close();
    } catch (PlaywrightException e) {
      System.out.println("Chromium had ended already: " + e.getMessage());
    }
  }
}
