package org.goodtiming.scheduler.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.operations.Condition;
import org.jspecify.annotations.Nullable;

/** The header If-Match of RFC 9110. */
final class IfMatch {

  private static final Pattern LIST =
      Pattern.compile("\\s*(W/)?\"[^\"]*\"\\s*(,\\s*(W/)?\"[^\"]*\"\\s*)*");

  /** Weak tags are none that match. */
  private static final Pattern STRONG = Pattern.compile("(?<!W/)\"([^\",]*)\"");

  private IfMatch() {}

  static Condition of(HttpServletRequest request) {
    return read(request.getHeader(HttpHeaders.IF_MATCH));
  }

  static Condition read(@Nullable String header) {
    return header == null
        ? Condition.NONE
        : parse(header).orElseThrow(() -> Problem.BAD_IF_MATCH.with(header));
  }

  /** Empty if it cannot be read. */
  static Optional<Condition> parse(String header) {
    if (header.strip().equals("*")) {
      return Optional.of(new Condition(Set.of()));
    }
    if (!LIST.matcher(header).matches()) {
      return Optional.empty();
    }
    Set<String> tags =
        STRONG.matcher(header).results().map(tag -> tag.group(1)).collect(Collectors.toSet());
    // Weak entity tags never match
    return Optional.of(new Condition(tags.isEmpty() ? Set.of("") : tags));
  }
}
