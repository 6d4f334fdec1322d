package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An unpacked Payara, and the Java that runs it. */
record PayaraServer(Path home, Path javaHome) {
  private static final int NEWER_JAVA = 21;
  private static final Path INSTALLED = Path.of("/usr/lib/jvm");
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

  static PayaraServer ofSix(Distribution distribution) {
    return new PayaraServer(distribution.payara(), ownJava());
  }

  /**
   * @throws DevStackException if no Java is found that is new enough
   */
  static PayaraServer ofSeven(Distribution distribution) {
    return new PayaraServer(
        distribution.payara7(), newerJava().orElseThrow(Problem.NO_NEWER_JAVA::with));
  }

  /** Finds Java 21 or newer: JAVA21_HOME, this JVM, or an installed JVM. */
  static Optional<Path> newerJava() {
    var named = Optional.ofNullable(System.getenv("JAVA21_HOME")).map(Path::of);
    return Stream.concat(Stream.concat(named.stream(), Stream.of(ownJava())), installed().stream())
        .filter(home -> version(home) >= NEWER_JAVA)
        .findFirst();
  }

  private static Path ownJava() {
    return Path.of(System.getProperty("java.home"));
  }

  private static List<Path> installed() {
    if (!Files.isDirectory(INSTALLED)) {
      return List.of();
    }
    try (var all = Files.list(INSTALLED)) {
      return all.sorted().toList();
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, INSTALLED, e);
    }
  }

  private static int version(Path home) {
    try {
      var version = VERSION.matcher(Files.readString(home.resolve("release")));
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
