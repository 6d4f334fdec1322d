package org.goodtiming.scheduler.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlInvalidTypeException;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/** One table of the file of profiles: the address and the user of an installation. */
record Profile(
    @Nullable String url,
    @Nullable String user,
    @Nullable String passwordFile,
    @Nullable String tokenFile) {

  private static final Profile EMPTY = new Profile(null, null, null, null);
  private static final String DEFAULT = "default";

  /**
   * @param name null for the profile {@code default}, which may not exist
   * @throws Failure if the profile does not exist or cannot be read
   */
  static Profile read(Path file, @Nullable String name) {
    if (!Files.exists(file)) {
      return name == null ? EMPTY : absent(file, name);
    }
    try {
      TomlTable table = table(parse(file), name == null ? DEFAULT : name);
      if (table == null) {
        return name == null ? EMPTY : absent(file, name);
      }
      return new Profile(
          table.getString("url"),
          table.getString("user"),
          table.getString("password-file"),
          table.getString("token-file"));
    } catch (TomlInvalidTypeException e) {
      throw new Failure(
          ExitStatus.USAGE,
          "Profile %s in %s is not a table of texts: %s"
              .formatted(name == null ? DEFAULT : name, file, e.getMessage()));
    }
  }

  /** The name is no path of keys, which may have fewer letters, unless it has dots. */
  private static @Nullable TomlTable table(TomlTable profiles, String name) {
    TomlTable table = profiles.getTable(List.of(name));
    return table == null ? profiles.getTable(List.of(name.split("\\.", -1))) : table;
  }

  private static Profile absent(Path file, String name) {
    throw new Failure(ExitStatus.USAGE, "Profile %s is not in %s".formatted(name, file));
  }

  private static TomlParseResult parse(Path file) {
    TomlParseResult result = Toml.parse(Utf8.read(file));
    if (result.hasErrors()) {
      throw new Failure(ExitStatus.USAGE, file + ": " + result.errors().get(0));
    }
    return result;
  }
}
