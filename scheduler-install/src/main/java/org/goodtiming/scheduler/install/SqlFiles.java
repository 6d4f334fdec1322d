package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of {@code sql/} that belong to this version; they are packed with this class. */
public final class SqlFiles {
  private static final String ROLES = "roles.sql";
  private static final Pattern MIGRATION = Pattern.compile("V(\\d+)__\\w+\\.sql");

  private SqlFiles() {}

  /** The script that creates the roles. */
  public static String roles() {
    try (InputStream script = requireNonNull(SqlFiles.class.getResourceAsStream(ROLES))) {
      return new String(script.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The number of the last migration: the version of the schema that this version needs. */
  public static int newestMigration() {
    return fileNames().stream()
        .map(MIGRATION::matcher)
        .filter(Matcher::matches)
        .mapToInt(name -> Integer.parseInt(name.group(1)))
        .max()
        .orElseThrow();
  }

  private static List<String> fileNames() {
    try {
      URI roles = requireNonNull(SqlFiles.class.getResource(ROLES)).toURI();
      if (!"jar".equals(roles.getScheme())) {
        return fileNames(Path.of(roles));
      }
      try (FileSystem jar = FileSystems.newFileSystem(roles, Map.of())) {
        return fileNames(jar.provider().getPath(roles));
      }
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> fileNames(Path roles) throws IOException {
    try (Stream<Path> files = Files.list(roles.resolveSibling("migrations"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
