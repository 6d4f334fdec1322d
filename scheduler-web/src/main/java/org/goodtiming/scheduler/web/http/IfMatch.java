package org.goodtiming.scheduler.web.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.operations.Condition;
import org.jspecify.annotations.Nullable;

/** The header If-Match of RFC 9110, and If-None-Match for a resource to be created. */
public final class IfMatch {

  /** One tag and the comma before the next one; a pattern of the list would recurse for each. */
  private static final Pattern TAG =
      Pattern.compile("\\s*(W/)?\"([!#-~\\u0080-\\u00ff]*)\"\\s*(,|$)");

  private static final String ANY = "*";

  private IfMatch() {}

  public static Condition of(HttpServletRequest request) {
    String none = request.getHeader(HttpHeaders.IF_NONE_MATCH);
    if (none != null) {
      return ifNoneMatch(none);
    }
    return read(request.getHeader(HttpHeaders.IF_MATCH));
  }

  static Condition ifNoneMatch(String header) {
    if (!header.strip().equals(ANY)) {
      throw Problem.BAD_IF_MATCH.with(HttpHeaders.IF_NONE_MATCH, header, ANY);
    }
    return Condition.ABSENT;
  }

  public static Condition read(@Nullable String header) {
    return header == null
        ? Condition.NONE
        : parse(header)
            .orElseThrow(
                () ->
                    Problem.BAD_IF_MATCH.with(
                        HttpHeaders.IF_MATCH, header, "* or entity tags in double quotes"));
  }

  /** Parses a header; empty if it is malformed. */
  static Optional<Condition> parse(String header) {
    if (header.strip().equals(ANY)) {
      return Optional.of(new Condition(Set.of()));
    }
    Set<String> strong = new HashSet<>();
    Matcher tag = TAG.matcher(header);
    boolean last = false;
    while (!last) {
      if (!tag.lookingAt()) {
        return Optional.empty();
      }
      if (tag.group(1) == null) {
        strong.add(tag.group(2));
      }
      last = tag.group(3).isEmpty();
      tag.region(tag.end(), header.length());
    }
    // Weak entity tags never match
    return Optional.of(new Condition(strong.isEmpty() ? Set.of("") : strong));
  }
}
