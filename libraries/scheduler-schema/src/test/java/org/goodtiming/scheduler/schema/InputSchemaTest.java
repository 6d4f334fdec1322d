package org.goodtiming.scheduler.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputSchemaTest {

  private static final InputSchema ORDER =
      InputSchema.parse(
          """
          {"type": "object", "required": ["order"], "additionalProperties": false,
           "properties": {"order": {"type": "integer", "minimum": 1},
                          "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}}},
           "$defs": {"line": {"type": "object", "properties": {"count": {"type": "integer"}}}}}
          """);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"order\": 4711}",
        "{\"order\": 1, \"lines\": [{\"count\": 2}]}",
        " {\"order\":1}\n"
      })
  void a_payload_that_matches_has_no_fault(String payload) {
    assertThat(ORDER.fault(payload)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"order\": \"abc\"} | /order | string found, integer expected",
        "{\"order\": 0} | /order | must have a minimum value of 1",
        "{\"order\": 1, \"lines\": [{}, {\"count\": \"x\"}]} | /lines/1/count | string found, integer expected",
        "{} | `` | required property 'order' not found",
        "[1] | `` | array found, object expected",
        "`` | `` | it is empty",
        "` ` | `` | it is empty",
        "{\"order\": 1, \"a/b\": 1} | `` | property 'a/b' is not defined in the schema and the schema does not allow additional properties",
      })
  void a_payload_that_does_not_match_has_a_pointer_to_its_fault(
      String payload, String pointer, String reason) {
    assertThat(ORDER.fault(payload)).contains(new InputFault(pointer, reason));
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "{\"order\": 1", "{\"order\": 1} 2", "{'order': 1}"})
  void a_payload_that_is_no_json_is_at_fault_as_a_whole(String payload) {
    assertThat(ORDER.fault(payload))
        .hasValueSatisfying(
            fault -> {
              assertThat(fault.pointer()).isEmpty();
              assertThat(fault.reason()).matches("it is no JSON: see its line 1, column \\d+");
            });
  }

  @Test
  void a_payload_that_is_nested_deeply_is_a_fault_and_no_error() {
    assertThat(ORDER.fault("[".repeat(100_000)).orElseThrow().reason()).contains("depth");
    InputSchema tree =
        InputSchema.parse("{\"type\": [\"array\", \"null\"], \"items\": {\"$ref\": \"#\"}}");
    assertThat(tree.fault("[[[null]]]")).isEmpty();
    assertThat(tree.fault("[[[1]]]").orElseThrow().pointer()).isEqualTo("/0/0/0");
  }

  @Test
  void a_payload_with_many_faults_has_one_that_is_reported() {
    InputSchema texts = InputSchema.parse("{\"items\": {\"type\": \"string\"}}");
    String payload = "[" + "1,".repeat(100_000) + "1]";
    assertThat(texts.fault(payload).orElseThrow().pointer()).isEqualTo("/0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"#nope", "http://elsewhere.example/y#nope"})
  void a_reference_that_only_a_payload_reaches_and_that_leads_nowhere_is_a_fault(String reference) {
    InputSchema schema =
        InputSchema.parse(
            "{\"properties\": {\"a\": {\"$dynamicRef\": \"%s\"}}}".formatted(reference));
    assertThat(schema.fault("{\"b\": 1}")).isEmpty();
    assertThat(schema.fault("{\"a\": 1}").orElseThrow().reason())
        .startsWith("its schema cannot be evaluated");
  }

  @Test
  void a_schema_that_takes_exponential_time_is_given_up() {
    StringBuilder parts = new StringBuilder("\"p40\": true");
    for (int i = 0; i < 40; i++) {
      String next = "{\"$ref\": \"#/$defs/p%d\"}".formatted(i + 1);
      parts.append(", \"p%d\": {\"allOf\": [%s, %s]}".formatted(i, next, next));
    }
    InputSchema schema =
        InputSchema.parse(
            "{\"properties\": {\"a\": {\"$ref\": \"#/$defs/p0\"}}, \"$defs\": {%s}}"
                .formatted(parts));
    assertThat(schema.fault("{\"b\": 1}")).isEmpty();
    assertThat(schema.fault("{\"a\": 1}").orElseThrow().reason())
        .contains("more than 1000000 steps");
  }

  @Test
  void formats_are_not_checked_whatever_the_draft() {
    assertThat(
            InputSchema.parse(
                    "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"format\": \"email\"}")
                .fault("\"nobody\""))
        .isEmpty();
  }

  @Test
  void a_pattern_that_backtracks_without_end_is_given_up() {
    InputSchema slow = InputSchema.parse("{\"pattern\": \"^(a|a)*\\\\1b\"}");
    assertThat(slow.fault("\"aab\"")).isEmpty();
    assertThat(slow.fault("\"" + "a".repeat(100) + "c\""))
        .contains(new InputFault("", "pattern '^(a|a)*\\1b' takes too long"));
  }

  @Test
  void patterns_and_names_are_matched_as_the_specification_has_it() {
    InputSchema anywhere = InputSchema.parse("{\"pattern\": \"b\"}");
    assertThat(anywhere.fault("\"abc\"")).isEmpty();
    assertThat(anywhere.fault("\"acc\"")).isPresent();
    InputSchema names =
        InputSchema.parse(
            "{\"patternProperties\": {\"^x_\": {\"type\": \"string\"}}, \"additionalProperties\": false}");
    assertThat(names.fault("{\"x_shop\": \"Bonn\"}")).isEmpty();
    assertThat(names.fault("{\"x_shop\": 1}").orElseThrow().pointer()).isEqualTo("/x_shop");
    assertThat(names.fault("{\"shop\": 1}")).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\": \"objekt\"} | at '/type'",
        "{\"properties\": {\"n\": {\"minimum\": \"0\"}}} | at '/properties/n/minimum'",
        "[] | at ''",
        "{\"type\": | it is no JSON",
        "{\"pattern\": \"(\"} | Unclosed group",
        "{\"$ref\": \"#/$defs/none\"} | /$defs/none cannot be resolved",
        "{\"$ref\": \"#\"} | it refers to itself without end",
        "{\"$schema\": \"https://example.org/mine\"} | $schema 'https://example.org/mine' is unknown",
        "{\"$ref\": \"file:///etc/hostname\"} | file:///etc/hostname",
        "{\"$ref\": \"classpath:META-INF/MANIFEST.MF\"} | classpath:META-INF/MANIFEST.MF",
      })
  void a_bad_schema_is_refused(String schema, String reason) {
    assertThatThrownBy(() -> InputSchema.parse(schema))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void a_schema_may_have_64_kib() {
    String longest = "{\"title\": \"" + "x".repeat(InputSchema.MAX_BYTES - 13) + "\"}";
    assertThat(InputSchema.parse(longest).fault("1")).isEmpty();
    assertThatThrownBy(() -> InputSchema.parse(longest + " "))
        .hasMessage("it has more than 65536 bytes");
  }

  @Test
  void a_schema_with_half_of_a_surrogate_pair_is_refused() {
    assertThatThrownBy(() -> InputSchema.parse("{\"title\": \"\ud800\"}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("half of a surrogate pair");
  }

  @Test
  void earlier_drafts_are_known() {
    InputSchema draft7 =
        InputSchema.parse(
            "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"type\": \"integer\"}");
    assertThat(draft7.fault("30")).isEmpty();
    assertThat(draft7.fault("\"30\"")).isPresent();
  }

  @Test
  void nothing_is_read_from_the_network() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "http://127.0.0.1:%d/schema.json".formatted(server.getLocalPort());
      for (String schema :
          new String[] {
            "{\"$ref\": \"%s\"}".formatted(address),
            "{\"$schema\": \"%s\"}".formatted(address),
            "{\"$id\": \"%s\", \"$ref\": \"other.json\"}".formatted(address)
          }) {
        assertThatThrownBy(() -> InputSchema.parse(schema))
            .as(schema)
            .isInstanceOf(IllegalArgumentException.class);
      }
      server.setSoTimeout(1);
      assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }
}
