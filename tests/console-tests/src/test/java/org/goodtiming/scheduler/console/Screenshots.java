package org.goodtiming.scheduler.console;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Where the pictures of pages go. */
final class Screenshots {

  private static final Path TARGET = Path.of(System.getProperty("console.target"));

  private Screenshots() {}

  static Path ofFailure(ExtensionContext test) {
    String name = test.getRequiredTestClass().getSimpleName() + "." + test.getDisplayName();
    return TARGET.resolve("failures").resolve(name.replaceAll("[^\\w.-]+", "-") + ".png");
  }

  /** In the documentation if {@code -Dconsole.screenshots=true}. */
  static Path of(String page, Appearance appearance) {
    return directory().resolve(page + "-" + appearance.themeName() + ".png");
  }

  private static Path directory() {
    return Boolean.getBoolean("console.screenshots")
        ? Path.of(System.getProperty("scheduler.root"), "docs", "images")
        : TARGET.resolve("screenshots");
  }
}
