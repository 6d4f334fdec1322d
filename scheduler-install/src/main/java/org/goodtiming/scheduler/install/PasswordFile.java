package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;

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

  private final Path file;

  /**
   * @param file need not exist
   */
  public PasswordFile(Path file) {
    this.file = file;
  }

  /** The password of this name. */
  public Optional<String> get(String name) throws IOException {
    return Optional.ofNullable(all().get(name));
  }

  /** The password of this name, which is made and added if it is not in the file. */
  public String getOrCreate(String name) throws IOException {
    Optional<String> known = get(name);
    if (known.isPresent()) {
      return known.get();
    }
    String password = RandomPassword.create();
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    String text = Files.readString(file);
    String separator = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
    Files.write(
        file,
        (separator + name + "=" + password + "\n").getBytes(UTF_8),
        StandardOpenOption.APPEND);
    return password;
  }

  private Map<String, String> all() throws IOException {
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
