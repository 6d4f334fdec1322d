package org.goodtiming.scheduler.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A test that a page names, found in the sources of any module.
 *
 * @param method null: the whole class
 */
record NamedTest(String type, @Nullable String method) {

  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));
  private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");
  private static final Pattern SUPERCLASS = Pattern.compile("\\bclass \\w+ extends (\\w+)");
  private static final Pattern MEMBER = Pattern.compile("\n\n  (?=\\S)");
  private static final Map<String, Path> SOURCES = sources();

  /** Fails if there is no such test. */
  boolean isNightly() {
    String source = source(type);
    boolean nightlyClass = source.split("\\bclass " + type + "\\b")[0].contains("@Nightly\n");
    if (method == null) {
      return nightlyClass;
    }
    String head = head(source).or(() -> inherited(source)).orElseThrow(this::unknown);
    return nightlyClass && !head.contains("@Daily\n") || head.contains("@Nightly\n");
  }

  private Optional<String> inherited(String source) {
    Matcher superclass = SUPERCLASS.matcher(source);
    return superclass.find() ? head(source(superclass.group(1))) : Optional.empty();
  }

  /** The text before the name of the method: its comment and its annotations. */
  private Optional<String> head(String source) {
    Matcher name = Pattern.compile("\\b(?:void|ArchRule) " + method + "\\b").matcher(source);
    if (!name.find()) {
      return Optional.empty();
    }
    String[] members = MEMBER.split(source.substring(0, name.start()));
    return Optional.of(members[members.length - 1]);
  }

  private String source(String name) {
    try {
      return Files.readString(Optional.ofNullable(SOURCES.get(name)).orElseThrow(this::unknown));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private AssertionError unknown() {
    return new AssertionError("no test " + this);
  }

  private static Map<String, Path> sources() {
    try (Stream<Path> files =
        MODULE
            .matcher(Files.readString(ROOT.resolve("pom.xml")))
            .results()
            .map(module -> ROOT.resolve(module.group(1)).resolve("src/test"))
            .filter(Files::isDirectory)
            .flatMap(NamedTest::files)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""),
                  Function.identity(),
                  (one, other) -> one));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> files(Path directory) {
    try {
      return Files.walk(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
