package org.goodtiming.scheduler.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.execution.history.RunNotes;
import org.junit.jupiter.api.Test;

public class RunNotesJsonTest {

  public static final RunNotes NOTES =
      new RunNotes(
          new RunNotes.Checkpoint("{\"page\":7}", 1, Instant.parse("2100-01-01T00:00:01Z")),
          List.of(new RunNotes.Line(Instant.parse("2100-01-01T00:00:02Z"), 2, "page 7 <b>")));

  @Test
  void a_checkpoint_is_json_and_lines_have_time_and_attempt() {
    assertThat(json(NOTES))
        .isEqualTo(
            "{\"checkpoint\":{\"page\":7},\"checkpointAttempt\":1,\"checkpointAt\":\"2100-01-01T00:00:01Z\","
                + "\"log\":[{\"at\":\"2100-01-01T00:00:02Z\",\"attempt\":2,\"line\":\"page 7 <b>\"}]}");
  }

  @Test
  void without_a_checkpoint_only_the_lines_are_shown() {
    assertThat(json(new RunNotes(null, List.of()))).isEqualTo("{\"log\":[]}");
  }

  private static String json(RunNotes notes) {
    JsonObjectBuilder json = JsonProvider.provider().createObjectBuilder();
    RunNotesJson.addTo(json, notes);
    return json.build().toString();
  }
}
