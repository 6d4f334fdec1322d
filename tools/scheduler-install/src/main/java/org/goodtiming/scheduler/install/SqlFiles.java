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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of {@code sql/} that belong to this version; they are packed with this class. */
public final class SqlFiles {
  private static final String ROLES = "roles.sql";
  private static final String MIGRATIONS = "migrations";
  private static final Pattern MIGRATION = Pattern.compile("V(\\d+)__\\w+\\.sql");

  /** Where Flyway finds the migrations. */
  static final String LOCATION =
      "classpath:" + SqlFiles.class.getPackageName().replace('.', '/') + "/" + MIGRATIONS;

  private SqlFiles() {}

  /** The script that creates the roles. */
  public static String roles() {
    return text(ROLES);
  }

  /** The schema of the migrations, in the form of {@link Schema}. */
  static String schema() {
    return text("schema.tsv");
  }

  /** The query that reads what a database has. */
  static String schemaObjects() {
    return text("schema-objects.sql");
  }

  /** The migration of a file name. */
  static String migration(String fileName) {
    return text(MIGRATIONS + "/" + fileName);
  }

  private static String text(String file) {
    try (InputStream script = requireNonNull(SqlFiles.class.getResourceAsStream(file))) {
      return new String(script.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file names of the migrations, in their order. */
  static List<String> migrations() {
    return fileNames().stream()
        .filter(name -> MIGRATION.matcher(name).matches())
        .sorted(Comparator.comparingInt(SqlFiles::version))
        .toList();
  }

  /** The number of the last migration: the version of the schema that this version needs. */
  public static int newestMigration() {
    List<String> migrations = migrations();
    return version(migrations.get(migrations.size() - 1));
  }

  private static int version(String migration) {
    return Integer.parseInt(MIGRATION.matcher(migration).replaceFirst("$1"));
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
    try (Stream<Path> files = Files.list(roles.resolveSibling(MIGRATIONS))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
