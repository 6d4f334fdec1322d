package org.goodtiming.scheduler.web.job;

import static org.goodtiming.scheduler.web.http.RowJson.addIfKnown;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import org.goodtiming.scheduler.operations.job.JobCount;
import org.goodtiming.scheduler.operations.job.JobPage;
import org.goodtiming.scheduler.operations.job.JobPayload;
import org.goodtiming.scheduler.operations.job.JobSettings;
import org.goodtiming.scheduler.operations.job.JobView;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.web.http.Cursor;
import org.goodtiming.scheduler.web.http.RowJson;
import org.jspecify.annotations.Nullable;

/** Jobs and receipts as JSON. */
public final class JobJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private JobJson() {}

  public static JsonObjectBuilder of(JobView job) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("queue", job.key().queue())
            .add("jobId", job.key().jobId())
            .add("state", job.state().name().toLowerCase(Locale.ROOT))
            .add("dueAt", job.dueAt().toString());
    if (job.hold() == null) {
      addIfKnown(json, "eligibleAt", job.isDispatchedSometime() ? job.eligibleAt() : null);
    } else {
      json.add("heldAt", job.hold().at().toString());
      addIfKnown(json, "heldBy", job.hold().by());
    }
    json.addAll(RowJson.of(job.registration()));
    json.add("attempts", job.attempts());
    addIfKnown(json, "lastError", job.lastError());
    json.add("fireId", job.fireId());
    if (job.recurs()) {
      json.add("recurs", true);
    }
    if (job.paused()) {
      json.add("paused", true);
    }
    addIfKnown(json, "registeredBy", job.registeredBy());
    return json.add("registeredAt", job.registeredAt().toString());
  }

  public static JsonObjectBuilder of(JobPayload payload) {
    JsonObjectBuilder json = JSON.createObjectBuilder();
    add(json, payload);
    return json;
  }

  public static void add(JsonObjectBuilder json, JobSettings settings) {
    addIfKnown(json, "retry", settings.retry());
    addIfKnown(json, "runTimeout", settings.runTimeout());
  }

  /** A payload that the user may see. */
  public static void add(JsonObjectBuilder json, JobPayload payload) {
    if (payload.isText()) {
      json.add("body", new String(payload.body(), StandardCharsets.UTF_8));
    } else {
      json.add("bodyBase64", Base64.getEncoder().encodeToString(payload.body()));
    }
    addIfKnown(json, "contentType", payload.contentType());
    json.add("properties", properties(payload.properties()));
  }

  /**
   * @param count null if nobody has asked for it
   * @param excerpts by the rows of jobs
   */
  static String of(JobPage page, @Nullable JobCount count, Map<Long, String> excerpts) {
    JsonArrayBuilder jobs = JSON.createArrayBuilder();
    page.jobs()
        .forEach(
            job -> {
              JsonObjectBuilder each = of(job);
              addIfKnown(each, "excerpt", excerpts.get(job.id()));
              jobs.add(each);
            });
    JsonObjectBuilder json = JSON.createObjectBuilder().add("jobs", jobs);
    if (page.next() != null) {
      json.add("next", Cursor.write(page.next()));
    }
    if (page.limitMet()) {
      json.add("limitMet", true);
    }
    if (count != null) {
      json.add("count", count.jobs()).add("more", count.more());
    }
    return json.build().toString();
  }

  public static String of(Receipt receipt) {
    return receipt(receipt).build().toString();
  }

  static JsonObjectBuilder receipt(Receipt receipt) {
    JsonObjectBuilder json = JSON.createObjectBuilder().add("status", receipt.word());
    if (receipt.key() != null) {
      json.add("queue", receipt.key().queue()).add("jobId", receipt.key().jobId());
    }
    addIfKnown(json, "dueAt", receipt.dueAt());
    addIfKnown(json, "lastPlannedAt", receipt.lastPlannedAt());
    addIfKnown(json, "fireId", receipt.execution());
    return json;
  }

  /** Somebody may have written to the row by hand. */
  private static JsonValue properties(@Nullable String text) {
    if (text == null) {
      return JsonValue.EMPTY_JSON_OBJECT;
    }
    try (var reader = JSON.createReader(new StringReader(text))) {
      return reader.readObject();
    } catch (RuntimeException e) {
      return JSON.createValue(text);
    }
  }
}
