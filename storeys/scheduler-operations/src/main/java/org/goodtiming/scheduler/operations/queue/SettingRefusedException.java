package org.goodtiming.scheduler.operations.queue;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.sql.StoreException;

/** The database has refused the settings of a worker queue, which contradict each other. */
public final class SettingRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final Pattern REFUSAL = Pattern.compile("(SCHED-\\d{4}) ([^\\n]+)");

  private final String code;

  private SettingRefusedException(String code, String text, StoreException cause) {
    super(text, cause);
    this.code = code;
  }

  /** Empty if the statement has failed for another reason. */
  static Optional<SettingRefusedException> of(StoreException failure) {
    Matcher refusal =
        REFUSAL.matcher(String.valueOf(requireNonNull(failure.getCause()).getMessage()));
    return refusal.find()
        ? Optional.of(
            new SettingRefusedException(refusal.group(1), refusal.group(2).strip(), failure))
        : Optional.empty();
  }

  public String code() {
    return code;
  }
}
