package org.goodtiming.scheduler.cli;

import jakarta.json.Json;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(description = "Tells what a code means, and what to do. It asks no node.")
final class ExplainCommand extends Noun implements Runnable {

  @Parameters(paramLabel = "CODE", description = "Such as SCHED-0202, 0202, or GTD-209.")
  private String code = "";

  @Override
  public void run() {
    String whole = code.strip().toUpperCase(Locale.ROOT).replaceFirst("^(?=\\d{4}$)", "SCHED-");
    List<String> lines = CodeTable.of(whole);
    if (lines.isEmpty()) {
      throw new Failure(
          ExitStatus.NOT_FOUND,
          "There is no code %s: codes are like SCHED-0202 or GTD-209"
              .formatted(Output.plain(whole)));
    }
    if (output().isText()) {
      lines.forEach(output()::text);
    } else {
      output()
          .record(
              Json.createObjectBuilder()
                  .add("code", whole)
                  .add("lines", Json.createArrayBuilder(lines))
                  .build());
    }
  }
}
