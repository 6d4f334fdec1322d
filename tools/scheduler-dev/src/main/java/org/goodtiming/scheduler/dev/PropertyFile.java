package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Names and values in a file that only its owner may read; replaced as a whole with each change.
 */
record PropertyFile(Path file) {

  synchronized Optional<String> get(String name) {
    return Optional.ofNullable(all().get(name));
  }

  synchronized void put(String name, String value) {
    var all = all();
    all.put(name, value);
    write(all);
  }

  synchronized void remove(String name) {
    var all = all();
    if (all.remove(name) != null) {
      write(all);
    }
  }

  synchronized Map<String, String> all() {
    var read = new Properties();
    if (Files.exists(file)) {
      try (var reader = Files.newBufferedReader(file)) {
        read.load(reader);
      } catch (IOException e) {
        throw Problem.NO_STATE.because(e, file, e);
      }
    }
    var all = new TreeMap<String, String>();
    read.stringPropertyNames().forEach(name -> all.put(name, read.getProperty(name)));
    return all;
  }

  private void write(Map<String, String> all) {
    var text =
        all.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
            .collect(Collectors.joining());
    try {
      Files.createDirectories(
          requireNonNull(file.getParent()), OwnerOnly.attribute(OwnerOnly.DIRECTORY));
      writePrivately(file, text);
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, file, e);
    }
  }

  /** Writes a file that is never, not even for a moment, readable by others or half written. */
  static void writePrivately(Path file, String text) throws IOException {
    var draft = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(draft);
    OwnerOnly.file(draft);
    Files.write(draft, text.getBytes(UTF_8));
    Files.move(draft, file, ATOMIC_MOVE, REPLACE_EXISTING);
  }
}
