package org.goodtiming.scheduler.cli;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.goodtiming.scheduler.install.IoFailure;
import org.goodtiming.scheduler.install.Step;
import picocli.CommandLine.Option;

/** The options for the steps of an installation. */
final class StepOptions {

  @Option(names = "--dry-run", description = "Only shows the planned steps.")
  private boolean dryRun;

  @Option(names = "--show", description = "Prints each statement, without passwords.")
  private boolean show;

  /** Reads the steps that are to be done. */
  @FunctionalInterface
  interface Source {
    List<Step> steps() throws SQLException, IOException;
  }

  /** Shows the statements whether or not it is asked for. */
  StepOptions showing() {
    show = true;
    return this;
  }

  boolean isDryRun() {
    return dryRun;
  }

  /**
   * Does the steps one after the other.
   *
   * @param nothing what is said if there is no step
   * @throws Failure if the database refuses
   */
  void execute(Source source, Output output, String nothing) {
    try {
      List<Step> steps = source.steps();
      int number = 1;
      for (Step step : steps) {
        output.text((dryRun ? "Would: " : "") + step.description());
        if (show) {
          step.statements().forEach(output::text);
        }
        if (!dryRun) {
          run(step, "step %d of %d".formatted(number++, steps.size()), output);
        }
      }
      if (steps.isEmpty()) {
        output.text(nothing);
      }
    } catch (SQLException e) {
      throw DatabaseLogin.refusal(e);
    } catch (IOException e) {
      throw new Failure(ExitStatus.FAILED, IoFailure.text(e));
    }
  }

  private static void run(Step step, String place, Output output) throws SQLException, IOException {
    try (Progress progress = output.progress()) {
      progress.show(place);
      step.run();
    }
  }
}
