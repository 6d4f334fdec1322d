package org.goodtiming.scheduler.contract;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.job.JobProperty;
import org.jspecify.annotations.Nullable;

/**
 * A mistake in a registration.
 *
 * @param code stable
 * @param reason the mistake, the value seen, and the remedy; storable
 * @param pointer JSON pointer to the part of the payload that is wrong; empty for the whole
 *     payload, null if something else is wrong
 */
public record Mistake(String code, String reason, @Nullable String pointer) {

  /** A value, which stands in quotes, or the name of a property of the contract. */
  private static final Pattern VALUE_OR_NAME = Pattern.compile("'[^']*'|\\bscheduler_\\w+");

  /** A mistake outside the payload. */
  public Mistake(String code, String reason) {
    this(code, reason, null);
  }

  /** Rewords the mistake for a sender of JSON, which has fields instead of properties. */
  public Mistake ofFields() {
    return new Mistake(code, VALUE_OR_NAME.matcher(reason).replaceAll(Mistake::field), pointer);
  }

  private static String field(MatchResult found) {
    JobProperty property = JobProperty.named(found.group());
    return Matcher.quoteReplacement(property == null ? found.group() : property.lineField());
  }
}
