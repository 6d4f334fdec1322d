package org.goodtiming.scheduler.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A wrong wall clock for one process, by libfaketime. Its monotonic clock stays true. */
public final class FakeClock {

  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final String LIBRARY = "libfaketimeMT.so.1";

  private FakeClock() {}

  public static boolean isInstalled() throws IOException {
    return library().isPresent();
  }

  /**
   * The environment of a process whose clock is wrong from its start.
   *
   * @param offset such as +1h
   */
  static Map<String, String> of(String offset) throws IOException {
    return environment("FAKETIME", offset);
  }

  /**
   * The environment of a process whose clock can be set: the file has the offset, such as +0 or
   * -1h. The process reads it once a second.
   */
  public static Map<String, String> setBy(Path file) throws IOException {
    var environment = environment("FAKETIME_TIMESTAMP_FILE", file.toString());
    environment.put("FAKETIME_CACHE_DURATION", "1");
    return environment;
  }

  private static Map<String, String> environment(String name, String value) throws IOException {
    var library =
        library()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "there is no %s below %s: install libfaketime (apt-get install libfaketime), or leave this fault out"
                            .formatted(LIBRARY, LIBRARIES)));
    var environment = new HashMap<String, String>();
    environment.put("LD_PRELOAD", library.toString());
    environment.put(name, value);
    // A wrong wall clock does not make waits longer
    environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    // With this fix for an old C library, waits by monotonic time end at once
    environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
    // The processes of a node need not agree on the time, and each look at a clock is dear
    environment.put("FAKETIME_DISABLE_SHM", "1");
    return environment;
  }

  private static Optional<Path> library() throws IOException {
    try (var files = Files.find(LIBRARIES, 4, (file, a) -> file.endsWith(LIBRARY))) {
      return files.findFirst();
    }
  }
}
