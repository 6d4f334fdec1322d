package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.cli.doctor.Finding;
import org.goodtiming.scheduler.cli.doctor.Severity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(description = "Examines an installation, and says for each finding how to cure it.")
final class DoctorCommand extends Noun implements Callable<Integer> {

  private static final Pattern ASKS_NODE =
      Pattern.compile("goodtiming (?!install |migrate |doctor ).*");

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
      output().text("  " + Output.plain(cure(finding)));
      if (!finding.hint().isEmpty()) {
        output().text("    " + Output.plain(finding.hint()));
      }
    }
    if (findings.isEmpty()) {
      output().text("Nothing is wrong");
    }
  }

  /** Commands that ask a node ask the same one. */
  private String cure(Finding finding) {
    return ASKS_NODE.matcher(finding.cure()).matches()
        ? finding.cure() + settings().options()
        : finding.cure();
  }

  static JsonObject json(Finding finding) {
    return new Members()
        .with("code", finding.code().number())
        .with("severity", finding.code().severity().name())
        .with("seen", finding.seen())
        .with("cure", finding.cure())
        .with("hint", finding.hint().isEmpty() ? null : finding.hint())
        .build();
  }
}
