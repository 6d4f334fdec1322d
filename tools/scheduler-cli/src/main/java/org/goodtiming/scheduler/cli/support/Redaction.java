package org.goodtiming.scheduler.cli.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Replaces secrets in texts: those that are known, wherever they are, and those that their
 * surroundings give away.
 */
public final class Redaction {
  private static final String MARK = "***";

  /** A shorter text may be an ordinary word; only its surroundings tell that it is a secret. */
  private static final int SHORTEST = 6;

  private record Rule(Pattern pattern, String replacement) {
    static Rule of(String pattern, String replacement) {
      return new Rule(Pattern.compile(pattern), replacement);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          // A line of an environment file; the value may be quoted in any way
          Rule.of("(?m)^(\\s*(?:export\\s+)?" + SecretNames.NAME + "\\s*=).*$", "$1" + MARK),
          Rule.of("(<" + SecretNames.NAME + "(?:\\s[^>]*)?>)[^<]*(?=</)", "$1" + MARK),
          Rule.of("(name=\"" + SecretNames.NAME + "\"\\s+value=\")[^\"]*", "$1" + MARK),
          Rule.of("(value=\")[^\"]*(\"\\s+name=\"" + SecretNames.NAME + "\")", "$1" + MARK + "$2"),
          Rule.of(
              "(" + SecretNames.NAME + "[\"']?\\s*[=:]\\s*)(?:\"[^\"]*\"|'[^']*'|[^\\s,;&\"'<>]+)",
              "$1" + MARK),
          Rule.of("(?i)(\\b(?:basic|bearer)\\s+)[\\w.~+/-]{8,}=*", "$1" + MARK),
          Rule.of("\\beyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*", MARK),
          Rule.of("(://[^/\\s:@]*:)[^@/\\s]+(?=@)", "$1" + MARK),
          Rule.of(
              "(?s)(-----BEGIN [A-Z ]*PRIVATE KEY-----).*?(?=-----END [A-Z ]*PRIVATE KEY-----|\\z)",
              "$1" + MARK));

  private final List<String> known;

  /**
   * @param secrets that are replaced wherever they are
   */
  public Redaction(Collection<String> secrets) {
    known =
        secrets.stream()
            .map(String::strip)
            .filter(secret -> secret.length() >= SHORTEST)
            .flatMap(Redaction::spellings)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  /** The text without secrets. */
  public String apply(String text) {
    String result = text;
    for (String secret : known) {
      result = result.replace(secret, MARK);
    }
    for (Rule rule : RULES) {
      Matcher matcher = rule.pattern.matcher(result);
      result = matcher.replaceAll(rule.replacement);
    }
    return result;
  }

  /** The secret itself, and its spellings in URLs, XML and JSON. */
  private static Stream<String> spellings(String secret) {
    return Stream.of(
        secret,
        URLEncoder.encode(secret, UTF_8),
        secret.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"),
        secret
            .replace("&", "&amp;")
            .replace("<", "&lt;")
            .replace(">", "&gt;")
            .replace("\"", "&quot;"),
        secret.replace("\\", "\\\\").replace("\"", "\\\""));
  }
}
