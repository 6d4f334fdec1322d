package org.goodtiming.scheduler.execution;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.execution.Report.Notes;
import org.goodtiming.scheduler.message.StorableText;
import org.jspecify.annotations.Nullable;

/** The checkpoint and the log lines of a report. */
final class ReportedNotes {

  static final String CHECKPOINT = "checkpoint";
  static final String LOG = "log";

  private static final String TOO_LARGE =
      "SCHED-0687 a checkpoint of %d bytes was not kept, for at most %d are: store the data elsewhere, and a reference to it in the checkpoint";

  private ReportedNotes() {}

  /**
   * A checkpoint that is too large is dropped and leaves a line: what else the report says has
   * happened nevertheless.
   */
  static Notes of(JsonObject report) {
    if (!report.containsKey(CHECKPOINT) && !report.containsKey(LOG)) {
      return Notes.NONE;
    }
    List<String> lines = lines(report.get(LOG));
    JsonValue checkpoint = report.get(CHECKPOINT);
    if (checkpoint == null || checkpoint == JsonValue.NULL) {
      return new Notes(null, Notes.last(lines));
    }
    String json = StorableText.mended(checkpoint.toString());
    int size = json.getBytes(UTF_8).length;
    if (size <= WireContract.MAX_CHECKPOINT_BYTES) {
      return new Notes(json, Notes.last(lines));
    }
    lines.add(TOO_LARGE.formatted(size, WireContract.MAX_CHECKPOINT_BYTES));
    return new Notes(null, Notes.last(lines));
  }

  private static List<String> lines(@Nullable JsonValue log) {
    List<String> lines = new ArrayList<>();
    if (log == null || log == JsonValue.NULL) {
      return lines;
    }
    if (!(log instanceof JsonArray array)) {
      throw notLines(log);
    }
    for (JsonValue line : array) {
      if (!(line instanceof JsonString text)) {
        throw notLines(line);
      }
      lines.add(StorableText.shown(text.getString(), WireContract.MAX_LOG_LINE_LENGTH));
    }
    return lines;
  }

  private static RefusedReportException notLines(JsonValue found) {
    return ReportRefusal.FIELD.because(LOG, found, "an array of strings");
  }
}
