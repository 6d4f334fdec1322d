package org.goodtiming.scheduler.cli.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.goodtiming.scheduler.install.PasswordFile;

/** The secrets that this machine knows: in the environment, and in files of node and broker. */
public final class KnownSecrets {
  private static final String FILE = "FILE";

  private final Set<String> values = new TreeSet<>();

  /**
   * Adds the secrets in variables whose names indicate a secret, or in the files that they name.
   */
  public KnownSecrets variables(Map<String, String> variables) throws IOException {
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      if (SecretNames.contains(variable.getKey())) {
        add(variable.getKey(), variable.getValue());
      }
    }
    return this;
  }

  /** A file has a secret as its first line, or lines as {@link PasswordFile} has them. */
  private void add(String name, String value) throws IOException {
    Path file = Path.of(name.endsWith(FILE) ? value : "");
    if (!Files.isRegularFile(file)) {
      values.add(value.strip());
      return;
    }
    values.addAll(Files.readAllLines(file));
    values.addAll(new PasswordFile(file).all().values());
  }

  /** Adds those of {@code node.env}, or of a file of passwords, if it exists. */
  public KnownSecrets environmentFile(Path file) throws IOException {
    return variables(new PasswordFile(file).all());
  }

  /** Adds the values of a file of users, if it exists. */
  public KnownSecrets users(Path file) throws IOException {
    if (Files.exists(file)) {
      Properties users = new Properties();
      try (Reader reader = Files.newBufferedReader(file, UTF_8)) {
        users.load(reader);
      }
      users.values().forEach(value -> values.add(value.toString()));
    }
    return this;
  }

  /** A redaction of all of them. */
  public Redaction redaction() {
    return new Redaction(values);
  }
}
