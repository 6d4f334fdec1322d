package org.goodtiming.scheduler.recurrence.syntax;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times of ISO 8601 with an offset: extended or basic, because STOMP strips colons; later years
 * than 9999 have a sign.
 */
public final class IsoTime {

  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4}|[+-]\\d{5,9}(?=-))-?(\\d\\d)-?(\\d\\d)T(\\d\\d):?(\\d\\d)(?::?(\\d\\d)(\\.\\d{0,9})?)?(?:Z|([+-]\\d\\d)(?::?(\\d\\d)(?::?(\\d\\d))?)?)",
          Pattern.CASE_INSENSITIVE);

  private IsoTime() {}

  /**
   * @throws DateTimeException if it is no such time
   */
  public static OffsetDateTime parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new DateTimeException("no time of ISO 8601 with an offset");
    }
    return OffsetDateTime.parse(
        "%s-%s-%sT%s:%s:%s%s%s:%s:%s"
            .formatted(
                form.group(1),
                form.group(2),
                form.group(3),
                form.group(4),
                form.group(5),
                orElse(form.group(6), "00"),
                orElse(form.group(7), ""),
                orElse(form.group(8), "+00"),
                orElse(form.group(9), "00"),
                orElse(form.group(10), "00")));
  }

  private static String orElse(@Nullable String group, String otherwise) {
    return group == null ? otherwise : group;
  }
}
