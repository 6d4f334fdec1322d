package org.goodtiming.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The console's page of the audit offers every action that the code writes to the audit. */
class AuditActionsTest {

  private static final String ACTION = "\"([a-z ]+)\"";

  /** An argument after the login, or the local variable that becomes it. */
  private static final Pattern WRITTEN =
      Pattern.compile(
          "(?:\\(\\s*(?:login|user|NOBODY),|String action =)\\s*(?:[^\",;()]*\\? )?"
              + ACTION
              + "(?:\\s*: "
              + ACTION
              + ")?");

  private static final Pattern OFFERED = Pattern.compile("'([a-z ]+)'");

  @Test
  void the_console_offers_the_actions_of_the_code() throws IOException {
    assertThat(offered()).isEqualTo(written());
  }

  private static Set<String> written() throws IOException {
    Set<String> actions = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(file -> WRITTEN.matcher(text(file)).results())
          .flatMap(found -> Stream.of(found.group(1), String.valueOf(found.group(2))))
          .filter(action -> !action.equals("null"))
          .forEach(actions::add);
    }
    return actions;
  }

  private static Set<String> offered() {
    String page =
        text(Path.of("..", "scheduler-web", "src", "main", "webapp", "js", "pages", "audit.js"));
    int list = page.indexOf("const ACTIONS");
    Set<String> actions = new TreeSet<>();
    OFFERED
        .matcher(page.substring(list, page.indexOf("];", list)))
        .results()
        .forEach(found -> actions.add(found.group(1)));
    return actions;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
