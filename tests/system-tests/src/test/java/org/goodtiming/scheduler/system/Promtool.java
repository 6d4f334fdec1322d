package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Prometheus' own check of rules and expressions. */
public final class Promtool {

  private static final String PROGRAM = "promtool";

  /** Why a test does not run. */
  public static final String MISSING = "needs promtool: install the Debian package prometheus";

  private Promtool() {}

  public static boolean isInstalled() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, PROGRAM)));
  }

  /** It must find nothing wrong. */
  public static void run(Path directory, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(PROGRAM));
    command.addAll(List.of(arguments));
    Process promtool =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String output = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(promtool.waitFor()).as(output).isZero();
  }
}
