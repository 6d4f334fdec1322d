package org.goodtiming.scheduler.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/**
 * The conditions of the measurement.
 *
 * @param when day and time
 * @param command that repeats it
 * @param sizes how many rounds of what
 * @param machine cores, memory, operating system
 * @param servers their versions and what matters of their settings
 * @param entrants who took part, in the order of the report
 */
public record Conditions(
    String when,
    String command,
    String sizes,
    String machine,
    String servers,
    List<Entrant> entrants) {

  /**
   * A participant.
   *
   * @param id short name, as in the samples
   * @param title name for people
   * @param version of the library
   * @param settings in a line
   */
  public record Entrant(String id, String title, String version, String settings) {}

  /** Writes them as a property file. */
  public void write(Path file) throws IOException {
    var all = new StringBuilder();
    append(all, "when", when);
    append(all, "command", command);
    append(all, "sizes", sizes);
    append(all, "machine", machine);
    append(all, "servers", servers);
    append(all, "entrants", String.join(" ", entrants.stream().map(Entrant::id).toList()));
    for (var entrant : entrants) {
      append(all, entrant.id() + ".title", entrant.title());
      append(all, entrant.id() + ".version", entrant.version());
      append(all, entrant.id() + ".settings", entrant.settings());
    }
    Files.writeString(file, all);
  }

  /** Reads what {@link #write} has written. */
  public static Conditions read(Path file) throws IOException {
    var all = new Properties();
    try (var reader = Files.newBufferedReader(file)) {
      all.load(reader);
    }
    var entrants =
        Arrays.stream(all.getProperty("entrants", "").split(" "))
            .map(
                id ->
                    new Entrant(
                        id,
                        all.getProperty(id + ".title", id),
                        all.getProperty(id + ".version", ""),
                        all.getProperty(id + ".settings", "")))
            .toList();
    return new Conditions(
        all.getProperty("when", ""),
        all.getProperty("command", ""),
        all.getProperty("sizes", ""),
        all.getProperty("machine", ""),
        all.getProperty("servers", ""),
        entrants);
  }

  private static void append(StringBuilder all, String key, String value) {
    all.append(key).append('=').append(value.replace("\\", "\\\\")).append('\n');
  }
}
