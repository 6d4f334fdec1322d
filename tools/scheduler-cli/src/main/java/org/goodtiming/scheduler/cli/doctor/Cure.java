package org.goodtiming.scheduler.cli.doctor;

import static java.util.stream.Collectors.joining;

import java.util.List;
import org.goodtiming.scheduler.install.ShellWord;

/**
 * The remedy for a finding.
 *
 * @param commands to run one after the other, each as a list of words; empty if there is none
 * @param hint the further or, without a command, the only instruction; may be empty
 */
public record Cure(List<List<String>> commands, String hint) {

  public Cure {
    if (commands.isEmpty() && hint.isEmpty()) {
      throw new IllegalArgumentException("neither a command nor advice");
    }
  }

  /** Commands that suffice. */
  static Cure by(List<List<String>> commands) {
    return new Cure(commands, "");
  }

  /** A command that suffices. */
  static Cure by(String... words) {
    return by(List.of(List.of(words)));
  }

  /** A cure without a command. */
  public static Cure advice(String text) {
    return new Cure(List.of(), text);
  }

  /** Returns a copy with a further hint. */
  Cure with(String hint) {
    return new Cure(commands, hint);
  }

  /** All commands in one line to copy into a shell; empty if there is none. */
  public String line() {
    return commands.stream().map(ShellWord::line).collect(joining(" && "));
  }
}
