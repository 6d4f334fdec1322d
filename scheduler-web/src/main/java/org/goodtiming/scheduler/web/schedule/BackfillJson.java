package org.goodtiming.scheduler.web.schedule;

import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.goodtiming.scheduler.job.DurationRange;
import org.goodtiming.scheduler.operations.schedule.Backfills;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * The request of a backfill, and its answer.
 *
 * @param isDryRun whether runs are only counted
 */
record BackfillJson(Backfills.Range range, boolean isDryRun) {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final DurationRange PACES = DurationRange.upTo(Duration.ofHours(1));
  private static final String A_MOMENT = "a moment like 2026-12-01T10:00:00Z";

  static BackfillJson of(String body) {
    JsonFields json =
        new JsonFields(RequestBody.object(body))
            .checkKnown(Set.of("from", "until", "pace", "dryRun"), "from, until, pace and dryRun");
    Instant from = json.required("from", json.moment("from"), A_MOMENT);
    Instant until = json.required("until", json.moment("until"), A_MOMENT);
    return new BackfillJson(
        new Backfills.Range(from, until, pace(json.text("pace"))),
        Boolean.TRUE.equals(json.flag("dryRun")));
  }

  private static @Nullable Duration pace(@Nullable String text) {
    return text == null
        ? null
        : PACES
            .parse(text)
            .orElseThrow(
                () ->
                    Problem.BAD_FIELD.with(
                        "pace", text, "a duration of at most an hour, like PT5S"));
  }

  String answer(Backfills.Added added) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("runs", added.runs())
            .add("pace", added.pace().toString())
            .add("dryRun", isDryRun);
    if (added.first() != null && added.last() != null) {
      json.add("first", added.first().toString()).add("last", added.last().toString());
    }
    return json.build().toString();
  }
}
