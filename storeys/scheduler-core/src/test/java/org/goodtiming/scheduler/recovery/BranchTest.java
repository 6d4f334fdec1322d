package org.goodtiming.scheduler.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names and listings as Payara, PostgreSQL and Artemis gave them. */
class BranchTest {

  private static final UUID DECISION = UUID.fromString("0b6ea26c-6a1f-4a3c-9d52-3ff2f6d8a7f1");
  private static final String GTRID = "04000000f12322f96e6f64652d317e2c7365727665722c50313030";

  /** Of a transaction of WildFly 39, before its counter. */
  private static final String NARAYANA_ID = "00000000000000000000ffff7f000001000080236b0c48a2";

  @Test
  void the_brokers_listing_is_understood() {
    BrokerBranch branch = BrokerBranch.of(listed("AB", "\\u0000", "scheduler.jobs", "(-) receive"));
    assertThat(branch.id().node()).isEqualTo("node-1");
    assertThat(branch.id().gtrid()).isEqualTo(GTRID);
    assertThat(branch.ownQueue()).isTrue();
    assertThat(branch.decision()).isEmpty();
  }

  @Test
  void a_marker_names_the_decision() {
    BrokerBranch branch = BrokerBranch.of(listed("BB", "\\u0001", "scheduler.marker", "(+) send"));
    assertThat(branch.decision()).hasValue(DECISION);
    assertThat(branch.markerId()).hasValue("ID:fd53a1c2-8f0e");
    assertThat(branch.ownQueue()).isFalse();
    assertThat(branch.id().index()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"scheduler.jobs, true", "scheduler.reports, true", "order-check, false"})
  void a_branch_without_a_marker_is_ours_if_it_consumes_registrations_or_reports(
      String address, boolean ours) {
    BrokerBranch consumes = BrokerBranch.of(listed("AB", "\\u0000", address, "(-) receive"));
    BrokerBranch sends = BrokerBranch.of(listed("AB", "\\u0000", address, "(+) send"));
    assertThat(new Branches(GTRID, "node-1", List.of(), List.of(consumes)).ours()).isEqualTo(ours);
    assertThat(new Branches(GTRID, "node-1", List.of(), List.of(sends)).ours()).isFalse();
  }

  @Test
  void registrations_and_reports_are_evidence() {
    assertThat(consumedFrom("scheduler.jobs")).containsExactly("ID:fd53a1c2-8f0e");
    assertThat(consumedFrom("order-check")).isEmpty();
  }

  private static List<String> consumedFrom(String address) {
    BrokerBranch branch = BrokerBranch.of(listed("AB", "\\u0000", address, "(-) receive"));
    return new Branches(GTRID, "node-1", List.of(), List.of(branch)).consumed();
  }

  @Test
  void branches_of_one_transaction_find_each_other() {
    DatabaseBranch database =
        DatabaseBranch.of(
                "4871251_BAAAAPEjIvlub2RlLTF+LHNlcnZlcixQMTAw_bm9kZS0xfixzZXJ2ZXIsUDEwMCwC",
                4711,
                true)
            .orElseThrow();
    BrokerBranch broker = BrokerBranch.of(listed("BB", "\\u0001", "scheduler.marker", "(+) send"));
    assertThat(Branches.match(List.of(database), List.of(broker)))
        .singleElement()
        .satisfies(
            both -> {
              assertThat(both.node()).isEqualTo("node-1");
              assertThat(both.ours()).isTrue();
              assertThat(both.oneHasEnded()).as("branch 0 is missing").isTrue();
            });
  }

  @Test
  void the_branch_that_names_the_decision_is_ended_last() {
    BrokerBranch named = BrokerBranch.of(listed("BB", "\\u0001", "scheduler.marker", "(+) send"));
    BrokerBranch other = BrokerBranch.of(listed("AB", "\\u0000", "scheduler.jobs", "(-) receive"));
    Branches branches = new Branches(GTRID, "node-1", List.of(), List.of(named, other));
    assertThat(branches.brokerInOrder()).containsExactly(other, named);
  }

  /** As the broker lists binary ids, by the character set of its machine. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "US-ASCII", "ISO-8859-1"})
  void the_ids_of_narayana_end_with_the_name_of_the_node(String charset) {
    byte[] gtrid =
        HexFormat.of()
            .parseHex(
                NARAYANA_ID + "00000002" + HexFormat.of().formatHex("node-1".getBytes(UTF_8)));
    byte[] qualifier = HexFormat.of().parseHex(NARAYANA_ID + "00000003" + "00".repeat(8));
    BranchId id = BrokerBranch.of(listed(131077, gtrid, qualifier, Charset.forName(charset))).id();
    assertThat(id.node()).isEqualTo("node-1");
    assertThat(id.gtrid()).isEqualTo(HexFormat.of().formatHex(gtrid));
    assertThat(id.index()).isEqualTo(BranchId.NO_INDEX);
    assertThat(
            DatabaseBranch.of("131077_%s_%s".formatted(base64(gtrid), base64(qualifier)), 1, true))
        .map(DatabaseBranch::id)
        .hasValue(id);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x57415344, 131077, 4871251, 42, -1})
  void an_id_that_does_not_tell_its_node_has_none(int format) {
    byte[] binary = {0, 1, 126, 0, -1};
    assertThat(BranchId.of(format, binary, binary).node()).isEqualTo(BranchId.UNKNOWN);
    assertThat(BranchId.of(format, new byte[0], new byte[0]).node()).isEqualTo(BranchId.UNKNOWN);
    assertThat(DatabaseBranch.of(format + "_AAF+AP8=_AAF+AP8=", 1, true)).isPresent();
  }

  @Test
  void the_marker_names_the_node_before_the_ids_do() {
    BrokerBranch marked =
        BrokerBranch.of(
            listed("BB", "\\u0001", "scheduler.marker\",\"scheduler_node\":\"node-2", "(+) send"));
    BrokerBranch other = BrokerBranch.of(listed("AB", "\\u0000", "scheduler.jobs", "(-) receive"));
    assertThat(Branches.match(List.of(), List.of(other, marked)))
        .extracting(Branches::node)
        .containsExactly("node-2");
  }

  @Test
  void transactions_without_a_name_of_the_driver_are_left_alone() {
    assertThat(DatabaseBranch.of("backup", 1, true)).isEmpty();
    assertThat(DatabaseBranch.of("my_own_name", 1, true)).isEmpty();
  }

  /**
   * @param index the qualifier's last byte and the first of the global id, in base64
   */
  private static JsonObject listed(
      String index, String lastByte, String address, String operation) {
    return json(
        """
        {"creation_time":"11/20/26, 1:26:33 PM",
         "xid_as_base64":"bm9kZS0xfixzZXJ2ZXIsUDEwMCw%sAAAAPEjIvlub2RlLTF-LHNlcnZlcixQMTAw8Z5KAA==",
         "xid_format_id":4871251,"xid_global_txid":"?","xid_branch_qual":"node-1~,server,P100,%s",
         "tx_related_messages":[{"message_operation_type":"%s","message_type":"TextMessage",
           "message_properties":{"address":"%s","messageID":161,"userID":"ID:fd53a1c2-8f0e","scheduler_decision":"%s"}}]}
        """
            .formatted(index, lastByte, operation, address, DECISION));
  }

  private static JsonObject listed(int format, byte[] gtrid, byte[] qualifier, Charset charset) {
    byte[] all = Arrays.copyOf(qualifier, qualifier.length + gtrid.length + 4);
    System.arraycopy(gtrid, 0, all, qualifier.length, gtrid.length);
    return Json.createObjectBuilder()
        .add("xid_as_base64", Base64.getUrlEncoder().encodeToString(all))
        .add("xid_format_id", format)
        .add("xid_global_txid", new String(gtrid, charset))
        .add("xid_branch_qual", new String(qualifier, charset))
        .add("tx_related_messages", Json.createArrayBuilder())
        .build();
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static JsonObject json(String text) {
    try (var reader = Json.createReader(new StringReader(text))) {
      return reader.readObject();
    }
  }
}
