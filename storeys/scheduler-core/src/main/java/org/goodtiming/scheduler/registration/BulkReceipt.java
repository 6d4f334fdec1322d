package org.goodtiming.scheduler.registration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.registration.Receipt.Status;
import org.jspecify.annotations.Nullable;

/**
 * The results of a message with many jobs.
 *
 * @param receipts of the lines, in their order
 * @param counts number of lines by result
 * @param firstNews when the first of the new or replaced jobs is due by database time; null if
 *     there is none
 * @param code of the first refusal; null if no line was rejected
 * @param reason of the first few refusals, with their lines; null if no line was rejected
 */
record BulkReceipt(
    List<Receipt> receipts,
    Map<Status, Long> counts,
    @Nullable Instant firstNews,
    @Nullable String code,
    @Nullable String reason)
    implements Reply {

  private static final int MAX_REASONS = 3;

  /**
   * @param requests of the lines, at least one, in their order; all are answered
   */
  static BulkReceipt of(List<RegistrationRequest> requests) {
    Map<Status, Long> counts = new EnumMap<>(Status.class);
    List<String> reasons = new ArrayList<>();
    String code = null;
    for (RegistrationRequest request : requests) {
      Receipt receipt = request.receipt();
      counts.merge(receipt.status(), 1L, Long::sum);
      if (receipt.status() == Status.REJECTED && reasons.size() < MAX_REASONS) {
        code = code == null ? receipt.code() : code;
        int line = requireNonNull(request.line()).number();
        reasons.add("line %d: %s %s".formatted(line, receipt.code(), receipt.reason()));
      }
    }
    List<Receipt> receipts = requests.stream().map(RegistrationRequest::receipt).toList();
    return new BulkReceipt(
        receipts,
        counts,
        firstNews(receipts),
        code,
        reasons.isEmpty() ? null : String.join("\n", reasons));
  }

  @Override
  public void addTo(RegistrationTally tally) {
    receipts.forEach(tally::add);
  }

  @Override
  public String word() {
    if (count(Status.REJECTED) == 0) {
      return WireContract.STATUS_ACCEPTED;
    }
    return count(Status.REJECTED) == lines()
        ? WireContract.STATUS_REJECTED
        : WireContract.STATUS_PARTLY;
  }

  @Override
  public Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(WireContract.SCHEDULER_VERSION, WireContract.VERSION);
    properties.put(WireContract.STATUS, word());
    properties.put(WireContract.LINES, lines());
    properties.put(WireContract.ACCEPTED, count(Status.ACCEPTED));
    properties.put(WireContract.REPLACED, count(Status.REPLACED));
    properties.put(WireContract.KEPT, count(Status.KEPT));
    properties.put(WireContract.OVERTAKEN, count(Status.OVERTAKEN));
    properties.put(WireContract.REJECTED, count(Status.REJECTED));
    if (code != null && reason != null) {
      properties.put(WireContract.CODE, code);
      properties.put(WireContract.REASON, reason);
    }
    return properties;
  }

  private long lines() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private long count(Status status) {
    return counts.getOrDefault(status, 0L);
  }

  private static @Nullable Instant firstNews(List<Receipt> receipts) {
    return receipts.stream()
        .map(Receipt::firstNews)
        .filter(Objects::nonNull)
        .min(Comparator.<Instant>naturalOrder())
        .orElse(null);
  }
}
