package org.goodtiming.scheduler.gettingstarted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A home directory with a separate local repository for Maven. */
record Home(Path directory) {

  /**
   * Maven takes what is in the repository of this build from there; only the rest is downloaded.
   */
  static Home in(Path directory) throws IOException {
    var settings = Files.createDirectories(directory.resolve(".m2")).resolve("settings.xml");
    var repository = Path.of(System.getProperty("maven.repository")).toUri();
    Files.writeString(
        settings,
        """
        <settings>
          <profiles>
            <profile>
              <id>this-build</id>
              <repositories>
                <repository>
                  <id>this-build</id>
                  <url>%1$s</url>
                  <snapshots><enabled>false</enabled></snapshots>
                </repository>
              </repositories>
              <pluginRepositories>
                <pluginRepository>
                  <id>this-build</id>
                  <url>%1$s</url>
                  <snapshots><enabled>false</enabled></snapshots>
                </pluginRepository>
              </pluginRepositories>
            </profile>
          </profiles>
          <activeProfiles>
            <activeProfile>this-build</activeProfile>
          </activeProfiles>
        </settings>
        """
            .formatted(repository));
    return new Home(directory);
  }

  Map<String, String> environment() {
    return Map.of("HOME", directory.toString(), "MAVEN_OPTS", "-Duser.home=" + directory);
  }
}
