package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputTest {

  private final StringWriter out = new StringWriter();
  private final List<JsonObject> rows =
      List.of(
          Json.createObjectBuilder().add("jobId", "4711").add("dueAt", "soon").build(),
          Json.createObjectBuilder().add("jobId", "a longer id").add("priority", 4).build());

  @Test
  void columns_are_as_wide_as_their_longest_value() {
    output(Output.Format.text).rows(rows, List.of("jobId", "dueAt", "priority"));
    assertThat(out.toString().lines())
        .containsExactly(
            "JOB ID       DUE AT  PRIORITY", "4711         soon", "a longer id          4");
  }

  @Test
  void lines_of_json_have_one_object_each() {
    output(Output.Format.jsonl).rows(rows, List.of("jobId"));
    assertThat(out.toString().lines())
        .containsExactly(
            "{\"jobId\":\"4711\",\"dueAt\":\"soon\"}",
            "{\"jobId\":\"a longer id\",\"priority\":4}");
  }

  @Test
  void a_list_within_a_record_is_a_table_and_an_object_has_a_line_for_each_member() {
    JsonObject run =
        Json.createObjectBuilder()
            .add("state", "RUNNING")
            .add("log", Json.createArrayBuilder(rows))
            .add("backlog", rows.get(1))
            .add("schema", Json.createObjectBuilder().add("items", rows.get(0)))
            .add("none", Json.createArrayBuilder())
            .build();
    output(Output.Format.text).record(run);
    assertThat(out.toString().lines())
        .containsExactly(
            "state: RUNNING",
            "log:",
            "  JOB ID       DUE AT  PRIORITY",
            "  4711         soon",
            "  a longer id          4",
            "backlog:",
            "  jobId: a longer id",
            "  priority: 4",
            "schema: {\"items\":{\"jobId\":\"4711\",\"dueAt\":\"soon\"}}",
            "none: ");
  }

  @Test
  void names_in_a_list_are_separated_by_commas() {
    assertThat(Output.plain(Json.createArrayBuilder().add("default").add("billing").build()))
        .isEqualTo("default, billing");
    assertThat(Output.plain(Json.createArrayBuilder().add(1).build())).isEqualTo("[1]");
  }

  @Test
  void characters_that_control_a_terminal_are_shown_as_text() {
    String hostile = "\u001b[31mred\nnext\u202ertl";
    assertThat(Output.plain(Json.createValue(hostile)))
        .isEqualTo("\\u001b[31mred\\u000anext\\u202ertl");
  }

  @Test
  void a_password_that_cannot_be_written_is_on_standard_error() {
    StringWriter err = new StringWriter();
    PrintWriter full = StandardOutput.writer(closed());
    Output output = new Output(Output.Format.text, full, new PrintWriter(err, true), false);
    assertThatThrownBy(() -> output.secret(rows.get(0), "pass-word"))
        .isInstanceOf(Failure.class)
        .hasMessageStartingWith("Standard output cannot be written");
    assertThat(err.toString()).contains("pass-word");
  }

  private static OutputStream closed() {
    OutputStream out = OutputStream.nullOutputStream();
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out;
  }

  private Output output(Output.Format format) {
    return new Output(
        format, new PrintWriter(out, true), new PrintWriter(new StringWriter()), false);
  }
}
