package org.goodtiming.scheduler.install;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.regex.Pattern;

/** Words of commands that people copy into a shell. */
public final class ShellWord {

  /** No shell reads anything into it. */
  private static final Pattern PLAIN = Pattern.compile("[\\w.:/@%+,-][\\w.:/@%+,=-]*");

  private ShellWord() {}

  /** The word, in quotes if a shell would read something into it. */
  public static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** The words as a shell reads them. */
  public static String line(List<String> words) {
    return words.stream().map(ShellWord::quoted).collect(joining(" "));
  }
}
