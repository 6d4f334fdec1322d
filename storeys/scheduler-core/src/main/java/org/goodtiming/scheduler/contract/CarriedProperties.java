package org.goodtiming.scheduler.contract;

import static java.util.Objects.requireNonNull;
import static org.goodtiming.scheduler.contract.Refusal.AFTER_TOO_MANY;
import static org.goodtiming.scheduler.contract.Refusal.AFTER_UNREADABLE;
import static org.goodtiming.scheduler.contract.Refusal.DELIVERY_MODE_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.IF_PARENT_FAILS_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.LOCALE_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.MILLISECONDS_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.PARENT_TIMEOUT_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.RETRY_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.RUN_LIMIT_UNKNOWN;

import java.util.HashMap;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.RetryPolicy;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.JobParents;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.RunLimit;
import org.jspecify.annotations.Nullable;

/** The properties of the contract that the scheduler passes on to the worker. */
final class CarriedProperties {

  // Limits the value to 31,700 years, because the broker adds the time of sending
  private static final Pattern MILLISECONDS = Pattern.compile("[1-9][0-9]{0,14}");

  private static final Set<String> IF_PARENT_FAILS =
      Set.of(
          WireContract.IF_PARENT_FAILS_RUN,
          WireContract.IF_PARENT_FAILS_CANCEL,
          WireContract.IF_PARENT_FAILS_HOLD);

  private CarriedProperties() {}

  /** Returns the readable properties; {@code found} receives the mistakes of the others. */
  static Map<JobProperty, Object> of(ContractProperties properties, Mistakes found) {
    Map<JobProperty, Object> carried = new HashMap<>();
    for (JobProperty property : JobProperty.carried()) {
      if (properties.has(property.wireName())) {
        found.check(() -> carried.computeIfAbsent(property, each -> read(each, properties)));
      }
    }
    return carried;
  }

  private static @Nullable Object read(JobProperty property, ContractProperties properties) {
    return switch (requireNonNull(property.type())) {
      case TEXT -> properties.name(property.wireName());
      case MILLISECONDS -> milliseconds(property, properties);
      case DELIVERY_MODE -> deliveryMode(property, properties);
      case LANGUAGE_TAG -> languageTag(property, properties);
      case RETRY_POLICY -> retryPolicy(property, properties);
      case RUN_LIMIT -> runLimit(property, properties);
      case JOBS -> parents(properties);
      case IF_PARENT_FAILS -> ifParentFails(properties);
      case PARENT_TIMEOUT -> parentTimeout(properties);
      case TRACEPARENT -> TraceContext.traceparent(properties);
      case TRACESTATE -> TraceContext.tracestate(properties);
    };
  }

  private static @Nullable Long milliseconds(JobProperty property, ContractProperties properties) {
    String digits = properties.text(property.wireName());
    if (digits == null) {
      return null;
    }
    if (!MILLISECONDS.matcher(digits).matches()) {
      throw MILLISECONDS_UNKNOWN.because(property.wireName(), digits);
    }
    return Long.valueOf(digits);
  }

  private static @Nullable String deliveryMode(
      JobProperty property, ContractProperties properties) {
    String mode = properties.text(property.wireName());
    if (mode == null
        || mode.equals(WireContract.DELIVERY_MODE_PERSISTENT)
        || mode.equals(WireContract.DELIVERY_MODE_NON_PERSISTENT)) {
      return mode;
    }
    throw DELIVERY_MODE_UNKNOWN.because(property.wireName(), mode);
  }

  private static @Nullable String languageTag(JobProperty property, ContractProperties properties) {
    String tag = properties.name(property.wireName());
    try {
      return tag == null ? null : new Locale.Builder().setLanguageTag(tag).build().toLanguageTag();
    } catch (IllformedLocaleException e) {
      throw LOCALE_UNKNOWN.because(property.wireName(), tag);
    }
  }

  private static @Nullable String retryPolicy(JobProperty property, ContractProperties properties) {
    String policy = properties.text(property.wireName());
    try {
      return policy == null ? null : RetryPolicy.parse(policy).toString();
    } catch (IllegalArgumentException e) {
      throw RETRY_UNKNOWN.explainedBy(String.valueOf(e.getMessage()));
    }
  }

  /** In one form, which {@link JobParents} reads. */
  private static @Nullable String parents(ContractProperties properties) {
    String text = properties.text(WireContract.AFTER);
    if (text == null) {
      return null;
    }
    List<JobKey> keys = keys(text);
    if (keys.size() > WireContract.MAX_PARENTS || text.length() > WireContract.MAX_AFTER_LENGTH) {
      throw AFTER_TOO_MANY.because(
          keys.size(), text.length(), WireContract.MAX_PARENTS, WireContract.MAX_AFTER_LENGTH);
    }
    keys.forEach(CarriedProperties::checkKey);
    return JobParents.write(keys);
  }

  private static List<JobKey> keys(String text) {
    try {
      return JobParents.read(text);
    } catch (IllegalArgumentException e) {
      throw AFTER_UNREADABLE.because(text);
    }
  }

  private static void checkKey(JobKey key) {
    ContractProperties.checkedName(WireContract.AFTER, key.queue());
    ContractProperties.checkedName(WireContract.AFTER, key.jobId());
  }

  private static @Nullable String ifParentFails(ContractProperties properties) {
    String word = properties.text(WireContract.IF_PARENT_FAILS);
    boolean mayFail =
        properties.has(WireContract.AFTER) || properties.has(WireContract.AFTER_BATCH);
    if (word == null || mayFail && IF_PARENT_FAILS.contains(word)) {
      return word;
    }
    throw IF_PARENT_FAILS_UNKNOWN.because(word);
  }

  private static @Nullable String parentTimeout(ContractProperties properties) {
    String timeout = properties.text(WireContract.PARENT_TIMEOUT);
    boolean waits = JobParents.areNamed(properties::has);
    if (timeout == null || waits && RunLimit.isLimit(timeout)) {
      return timeout;
    }
    throw PARENT_TIMEOUT_UNKNOWN.because(timeout);
  }

  private static @Nullable String runLimit(JobProperty property, ContractProperties properties) {
    String limit = properties.text(property.wireName());
    if (limit != null && !RunLimit.isLimit(limit)) {
      throw RUN_LIMIT_UNKNOWN.because(limit);
    }
    return limit;
  }
}
