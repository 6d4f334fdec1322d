package org.goodtiming.scheduler.contract;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.job.JobProperty;

/**
 * One thing that is wrong with a registration.
 *
 * @param code stable
 * @param reason what was wrong, the value seen, and what to do; storable
 */
public record Mistake(String code, String reason) {

  /** A value, which stands in quotes, or the name of a property of the contract. */
  private static final Pattern VALUE_OR_NAME = Pattern.compile("'[^']*'|\\bscheduler_\\w+");

  /** The same for a sender of JSON, who named fields and no properties of a message. */
  public Mistake ofFields() {
    return new Mistake(code, VALUE_OR_NAME.matcher(reason).replaceAll(Mistake::field));
  }

  private static String field(MatchResult found) {
    JobProperty property = JobProperty.named(found.group());
    return Matcher.quoteReplacement(property == null ? found.group() : property.lineField());
  }
}
