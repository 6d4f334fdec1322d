package org.goodtiming.scheduler.schema;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;

/**
 * A regular expression whose evaluation ends: Java backtracks, for some patterns and texts
 * practically for ever, and the text comes from a registrant.
 */
record LimitedPattern(Pattern pattern) implements RegularExpression {

  /** Characters that an evaluation may read; a payload of 256 KiB has eight times less. */
  private static final int MAX_READS = 2_000_000;

  /** The evaluation was given up. */
  static final class TooLongException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    final String reason;

    TooLongException(Pattern pattern) {
      // No stack trace: many bad payloads must stay cheap
      super(null, null, false, false);
      this.reason = "pattern '%s' takes too long".formatted(pattern);
    }
  }

  static LimitedPattern of(String ecmaScript) {
    return new LimitedPattern(
        Pattern.compile(
            RegularExpressions.replaceLongformCharacterProperties(
                RegularExpressions.replaceDollarAnchors(ecmaScript))));
  }

  @Override
  public boolean matches(String value) {
    return pattern.matcher(new CountedText(value)).find();
  }

  /** Counts what the evaluation reads. */
  private final class CountedText implements CharSequence {

    private final String text;
    private int reads;

    private CountedText(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (++reads > MAX_READS) {
        throw new TooLongException(pattern);
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
