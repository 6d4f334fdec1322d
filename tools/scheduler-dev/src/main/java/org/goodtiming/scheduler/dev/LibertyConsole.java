package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The output of an Open Liberty since its last start. */
record LibertyConsole(Path file) {
  private static final Pattern READY = Pattern.compile("\\bCWWKF0011I: ");
  private static final Pattern REFUSED = Pattern.compile("\\b(CWWKG|CWWKF)\\d{4}E: ");
  private static final String STARTED = "CWWKZ(0001I|0003I)";
  private static final String FAILED = "CWWKZ(0002E|0004E|0012I|0013E)";
  private static final String STOPPED = "CWWKZ0009I";

  boolean isServerReady() {
    return !lines(READY).isEmpty();
  }

  /** The first error of its configuration. */
  Optional<String> refusedConfiguration() {
    return lines(REFUSED).stream().findFirst();
  }

  /** The number of starts of the application, including failed starts. */
  int starts(String application) {
    return lines(about(application, "(%s|%s)".formatted(STARTED, FAILED))).size();
  }

  /** The error of the application's last start; empty if it succeeded. */
  Optional<String> failure(String application) {
    var all = lines(about(application, "(%s|%s)".formatted(STARTED, FAILED)));
    return all.stream()
        .skip(Math.max(0, all.size() - 1))
        .filter(about(application, FAILED).asPredicate())
        .findFirst();
  }

  int stops(String application) {
    return lines(about(application, STOPPED)).size();
  }

  private static Pattern about(String application, String codes) {
    return Pattern.compile("\\b%s: .*\\b%s\\b".formatted(codes, Pattern.quote(application)));
  }

  private List<String> lines(Pattern pattern) {
    try (var lines = Files.lines(file)) {
      return lines.filter(pattern.asPredicate()).toList();
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, file, e);
    }
  }
}
