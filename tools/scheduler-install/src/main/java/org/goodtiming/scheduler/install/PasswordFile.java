package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Lines {@code NAME=PASSWORD}, as an environment file of systemd or of a container has them. Only
 * its owner may read it.
 */
public final class PasswordFile {
  private static final Pattern LINE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*");
  private static final Pattern SINGLE_QUOTED = Pattern.compile("'[^']*'(\\\\''[^']*')*");
  private static final Pattern DOUBLE_QUOTED = Pattern.compile("\"[^\"$`\\\\]*\"");

  private final Path file;

  /**
   * @param file may not exist
   */
  public PasswordFile(Path file) {
    this.file = file;
  }

  /** The password of this name. */
  public Optional<String> get(String name) throws IOException {
    return Optional.ofNullable(all().get(name));
  }

  /**
   * The password of this name, for a file that a shell reads too.
   *
   * @throws IOException if a shell would read another one, or it is empty
   */
  public Optional<String> forShell(String name) throws IOException {
    String value = lines().get(name);
    if (value == null) {
      return Optional.empty();
    }
    boolean same =
        value.isEmpty()
            || ShellWord.quoted(value).equals(value)
            || SINGLE_QUOTED.matcher(value).matches()
            || DOUBLE_QUOTED.matcher(value).matches();
    if (!same) {
      throw ServerProblem.SHELL_PASSWORD.with(name);
    }
    if (unquoted(value).isEmpty()) {
      throw ServerProblem.EMPTY_PASSWORD.with(name);
    }
    return Optional.of(unquoted(value));
  }

  /**
   * The password of this name, which is made and added if it is not in the file.
   *
   * @throws IOException as {@link #forShell}
   */
  public String getOrCreate(String name) throws IOException {
    Optional<String> known = forShell(name);
    if (known.isPresent()) {
      return known.get();
    }
    String password = RandomPassword.create();
    add(Map.of(name, password));
    return password;
  }

  /** Adds lines, quoted where a shell would read something else. */
  void add(Map<String, String> values) throws IOException {
    Files.createDirectories(requireNonNull(file.toAbsolutePath().getParent()));
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    String text = Files.readString(file);
    StringBuilder lines = new StringBuilder(text.isEmpty() || text.endsWith("\n") ? "" : "\n");
    values.forEach((name, value) -> lines.append(name + "=" + ShellWord.quoted(value) + "\n"));
    Files.write(file, lines.toString().getBytes(UTF_8), StandardOpenOption.APPEND);
  }

  /** Replaces the value of a name that is in the file. */
  void replace(String name, String value) throws IOException {
    String text =
        Files.readAllLines(file).stream()
            .map(line -> line.startsWith(name + "=") ? name + "=" + ShellWord.quoted(value) : line)
            .collect(joining("\n", "", "\n"));
    FileChange.write(file, text);
  }

  /**
   * Removes the quotes; accepts, between double quotes, only characters without a meaning to a
   * shell.
   */
  private static String unquoted(String value) {
    if (value.length() > 1 && value.startsWith("'") && value.endsWith("'")) {
      return inner(value).replace("'\\''", "'");
    }
    return DOUBLE_QUOTED.matcher(value).matches() ? inner(value) : value;
  }

  private static String inner(String value) {
    return value.substring(1, value.length() - 1);
  }

  /** All lines, in their order; empty if the file does not exist. */
  public Map<String, String> all() throws IOException {
    Map<String, String> all = lines();
    all.replaceAll((name, value) -> unquoted(value));
    return all;
  }

  private Map<String, String> lines() throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        if (LINE.matcher(line).matches()) {
          int equals = line.indexOf('=');
          all.put(line.substring(0, equals), line.substring(equals + 1).strip());
        }
      }
    }
    return all;
  }
}
