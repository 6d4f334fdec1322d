package org.goodtiming.scheduler;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
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
  void the_console_offers_the_actions_of_the_code() {
    assertThat(offered()).isEqualTo(written());
  }

  private static Set<String> written() {
    return SourceFiles.ofScheduler().stream()
        .flatMap(file -> WRITTEN.matcher(SourceFiles.text(file)).results())
        .flatMap(found -> Stream.of(found.group(1), found.group(2)))
        .filter(Objects::nonNull)
        .collect(toSet());
  }

  private static Set<String> offered() {
    String page =
        SourceFiles.text(
            Path.of("..", "scheduler-web", "src", "main", "webapp", "js", "pages", "audit.js"));
    int list = page.indexOf("const ACTIONS");
    return OFFERED
        .matcher(page.substring(list, page.indexOf("];", list)))
        .results()
        .map(found -> found.group(1))
        .collect(toSet());
  }
}
