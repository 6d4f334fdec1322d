package org.goodtiming.scheduler.cli.support;

import java.util.regex.Pattern;

/** The names that indicate a secret. */
final class SecretNames {
  /**
   * Part of a regular expression, without groups that capture. It begins only where a word begins:
   * else a long word would take quadratic time.
   */
  static final String NAME =
      "(?<![\\w.-])(?i:[\\w.-]*(?:password|passwd|passphrase|secret|token|credential|private[_.-]?key|encryption[_.-]?keys)[\\w.-]*+)";

  private static final Pattern WHOLE = Pattern.compile(NAME);

  private SecretNames() {}

  static boolean contains(String name) {
    return WHOLE.matcher(name).matches();
  }
}
