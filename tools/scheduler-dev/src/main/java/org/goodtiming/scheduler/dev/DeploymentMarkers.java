package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/**
 * An application in the directory of WildFly's deployment scanner, which is asked by an empty file
 * beside the archive, and answers by another.
 */
record DeploymentMarkers(Path directory, String application) {
  private static final String REQUESTED = ".dodeploy";
  private static final String DEPLOYED = ".deployed";
  private static final String FAILED = ".failed";
  private static final String UNDEPLOYED = ".undeployed";

  /** The markers of all applications. */
  static Stream<DeploymentMarkers> all(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches(".*\\.([ejrw]ar)"))
          .map(name -> new DeploymentMarkers(directory, name))
          .toList()
          .stream();
    }
  }

  /** Asks for the archive to be deployed, or deployed anew. */
  void request(Path archive) throws IOException {
    Files.deleteIfExists(marker(FAILED));
    Files.copy(archive, directory.resolve(application), StandardCopyOption.REPLACE_EXISTING);
    Files.createFile(marker(REQUESTED));
  }

  /** Requests a failed deployment again. */
  void requestFailed() throws IOException {
    if (hasFailed()) {
      Files.move(marker(FAILED), marker(REQUESTED), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  void requestRemoval() throws IOException {
    Files.deleteIfExists(marker(DEPLOYED));
  }

  /** Whether the scanner has answered the request. */
  boolean isAnswered() {
    return !Files.exists(marker(REQUESTED)) && (hasFailed() || Files.exists(marker(DEPLOYED)));
  }

  boolean hasFailed() {
    return Files.exists(marker(FAILED));
  }

  boolean isRemoved() {
    return Files.exists(marker(UNDEPLOYED));
  }

  /** The scanner's message about the failure. */
  String failure() throws IOException {
    return Files.readString(marker(FAILED)).strip();
  }

  /** Deletes the markers after the removal of the application. */
  void delete() throws IOException {
    Files.deleteIfExists(marker(UNDEPLOYED));
    Files.deleteIfExists(directory.resolve(application));
  }

  private Path marker(String suffix) {
    return directory.resolve(application + suffix);
  }
}
