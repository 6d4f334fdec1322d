package org.goodtiming.scheduler.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.JsonException;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoint and log lines of a worker since its last report; the next report contains them.
 * Thread-safe.
 */
final class RunNotes {

  private static final JsonProvider JSON = JsonProvider.provider();

  private final Deque<String> log = new ArrayDeque<>();
  private @Nullable JsonValue checkpoint;
  private @Nullable JsonValue latest;

  /** Notes that a report takes along. */
  record Taken(@Nullable JsonValue checkpoint, List<String> log) {

    /** Returns the fields of a report with these notes added. */
    Map<String, Object> with(Map<String, Object> fields) {
      if (checkpoint == null && log.isEmpty()) {
        return fields;
      }
      Map<String, Object> all = new HashMap<>(fields);
      if (checkpoint != null) {
        all.put("checkpoint", checkpoint);
      }
      if (!log.isEmpty()) {
        all.put("log", JSON.createArrayBuilder(log).build());
      }
      return all;
    }
  }

  /**
   * Replaces the checkpoint.
   *
   * @throws IllegalArgumentException if it is no JSON value, or too large
   */
  void checkpoint(String json) {
    JsonValue value = parsed(json);
    int size = value.toString().getBytes(UTF_8).length;
    if (size > WireContract.MAX_CHECKPOINT_BYTES) {
      throw new IllegalArgumentException(
          "SCHED-0685 the checkpoint has %d bytes, but at most %d are kept: store the data elsewhere, and a reference to it in the checkpoint"
              .formatted(size, WireContract.MAX_CHECKPOINT_BYTES));
    }
    synchronized (this) {
      checkpoint = value;
      latest = value;
    }
  }

  /** Adds the beginning of a line, and forgets the oldest line beyond the limit. */
  synchronized void log(String line) {
    log.add(line.substring(0, Math.min(line.length(), WireContract.MAX_LOG_LINE_LENGTH)));
    trim();
  }

  synchronized Taken take() {
    Taken taken = new Taken(checkpoint, List.copyOf(log));
    checkpoint = null;
    log.clear();
    return taken;
  }

  /**
   * Takes the notes for a report that another attempt may follow. Includes the latest checkpoint
   * even if an earlier report contained it, because several nodes read reports and may store the
   * last report first.
   */
  synchronized Taken takeLast() {
    checkpoint = latest;
    return take();
  }

  /** Takes back the notes of a report that could not be sent. */
  synchronized void giveBack(Taken taken) {
    checkpoint = checkpoint == null ? taken.checkpoint() : checkpoint;
    for (int i = taken.log().size() - 1; i >= 0; i--) {
      log.addFirst(taken.log().get(i));
    }
    trim();
  }

  private void trim() {
    while (log.size() > WireContract.MAX_LOG_LINES) {
      log.remove();
    }
  }

  private static JsonValue parsed(String json) {
    try (JsonReader reader = JSON.createReader(new StringReader(json))) {
      return reader.readValue();
    } catch (JsonException e) {
      throw new IllegalArgumentException(
          "SCHED-0686 the checkpoint is no JSON value: " + e.getMessage(), e);
    }
  }
}
