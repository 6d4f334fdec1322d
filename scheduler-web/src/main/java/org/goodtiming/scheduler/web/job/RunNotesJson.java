package org.goodtiming.scheduler.web.job;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import org.goodtiming.scheduler.execution.history.RunNotes;
import org.goodtiming.scheduler.execution.history.RunNotes.Checkpoint;
import org.goodtiming.scheduler.web.http.RowJson;

/** The checkpoint and the last lines of a run as JSON. */
public final class RunNotesJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private RunNotesJson() {}

  public static void addTo(JsonObjectBuilder execution, RunNotes notes) {
    Checkpoint checkpoint = notes.checkpoint();
    if (checkpoint != null) {
      execution.add("checkpoint", RowJson.parsed(checkpoint.json()));
      execution.add("checkpointAttempt", checkpoint.attempt());
      execution.add("checkpointAt", checkpoint.at().toString());
    }
    JsonArrayBuilder log = JSON.createArrayBuilder();
    notes.log().forEach(line -> log.add(of(line)));
    execution.add("log", log);
  }

  private static JsonObjectBuilder of(RunNotes.Line line) {
    return JSON.createObjectBuilder()
        .add("at", line.at().toString())
        .add("attempt", line.attempt())
        .add("line", line.text());
  }
}
