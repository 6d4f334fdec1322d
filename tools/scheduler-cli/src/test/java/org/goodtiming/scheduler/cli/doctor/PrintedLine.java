package org.goodtiming.scheduler.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Executes a copied line like a shell: runs goodtiming, and returns the commands of other programs.
 */
final class PrintedLine {

  private static final String PROGRAMS =
      """
      goodtiming() {
        '%s' -XX:TieredStopAtLevel=1 -cp "$CLASSES" org.goodtiming.scheduler.cli.Goodtiming "$@"
      }
      psql() { printf '%%s\\0' psql "$@"; }
      asadmin() { printf '%%s\\0' asadmin "$@"; }
      """
          .formatted(Path.of(System.getProperty("java.home"), "bin", "java"));

  private PrintedLine() {}

  /**
   * Runs it, and expects that each command succeeds.
   *
   * @return the words of the other programs, or the output of goodtiming
   */
  static List<String> run(Finding finding, Map<String, String> variables)
      throws IOException, InterruptedException {
    assertThat(finding.code().remedy()).as(finding.toString()).isEqualTo(Remedy.command);
    Path out = Files.createTempFile("out", "");
    Path err = Files.createTempFile("err", "");
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-c", PROGRAMS + finding.cure().line())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    shell.environment().put("CLASSES", System.getProperty("java.class.path"));
    shell.environment().putAll(variables);
    int status = shell.start().waitFor();
    assertThat(status).as(finding.cure().line() + Files.readString(err, UTF_8)).isZero();
    return List.of(Files.readString(out, UTF_8).split("\0"));
  }
}
