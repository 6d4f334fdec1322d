package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.cli.doctor.Finding;
import org.goodtiming.scheduler.cli.doctor.Severity;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(description = "Examines an installation, and says for each finding how to cure it.")
final class DoctorCommand extends Noun implements Callable<Integer> {

  @Mixin private Examination examination = new Examination();

  @Override
  public Integer call() {
    List<Finding> findings = examination.findings(this);
    print(findings);
    return findings.stream().anyMatch(finding -> finding.code().severity() == Severity.error)
        ? ExitStatus.UNHEALTHY.number
        : ExitStatus.DONE.number;
  }

  private void print(List<Finding> findings) {
    if (!output().isText()) {
      output().rows(findings.stream().map(DoctorCommand::json).toList(), List.of());
      return;
    }
    for (Finding finding : findings) {
      output()
          .text(
              "%s %s: %s"
                  .formatted(
                      finding.code().number(),
                      finding.code().severity(),
                      Output.plain(finding.seen())));
      text("  ", finding.cure().line());
      text("    ", finding.cure().hint());
    }
    if (findings.isEmpty()) {
      output().text("Nothing is wrong");
    }
  }

  private void text(String indent, String text) {
    if (!text.isEmpty()) {
      output().text(indent + Output.plain(text));
    }
  }

  static JsonObject json(Finding finding) {
    return new Members()
        .with("code", finding.code().number())
        .with("severity", finding.code().severity().name())
        .with("seen", finding.seen())
        .with("cure", present(finding.cure().line()))
        .with("hint", present(finding.cure().hint()))
        .build();
  }

  private static @Nullable String present(String text) {
    return text.isEmpty() ? null : text;
  }
}
