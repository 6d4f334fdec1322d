package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Detects whether files have changed since they were last used. */
final class Checksum {
  private Checksum() {}

  static String of(Path file) {
    return of(List.of(file), "");
  }

  static String of(List<Path> files, String further) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (var file : files) {
        digest.update(Files.readAllBytes(file));
      }
      digest.update(further.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, files, e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
