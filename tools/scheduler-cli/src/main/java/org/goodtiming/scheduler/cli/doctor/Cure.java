package org.goodtiming.scheduler.cli.doctor;

import static java.util.stream.Collectors.joining;

import java.util.List;
import org.goodtiming.scheduler.install.ShellWord;

/**
 * What removes a finding.
 *
 * @param commands that remove it one after the other, each as its words; empty if none does
 * @param hint what else is to be done, or all of it if there is no command; empty if nothing
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

  /** What no command can do. */
  public static Cure advice(String text) {
    return new Cure(List.of(), text);
  }

  /** The same commands, and what is to be known or done besides. */
  Cure with(String hint) {
    return new Cure(commands, hint);
  }

  /** All commands in one line to copy into a shell; empty if there is none. */
  public String line() {
    return commands.stream().map(ShellWord::line).collect(joining(" && "));
  }
}
