package org.goodtiming.scheduler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.install.BrokerRequirements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of a node about its broker, and the findings for them. */
class RunningBrokerTest {

  private static final BrokerRequirements REQUIRED =
      new BrokerRequirements(Set.of("scheduler.jobs", "scheduler.dead"), 20_000);
  private static final String HEALTHY =
      """
      {"version": "2.56.0", "persistenceEnabled": true, "securityEnabled": true, "persistIdCache": true, "idCacheSize": 20000,
       "refused": [], "heuristicOutcomes": [],
       "queues": [
         {"name": "order-check", "address": "order-check", "messages": 7, "consumers": 0, "paused": false, "usedPercent": 79,
          "addressFullPolicy": "PAGE", "pageFullPolicy": "FAIL", "diskFullPolicy": "FAIL",
          "deadLetterAddress": "scheduler.dead", "expiryAddress": "scheduler.expired"},
         {"name": "scheduler.jobs", "address": "scheduler.jobs", "messages": 0, "consumers": 2, "paused": false,
          "addressFullPolicy": "FAIL", "diskFullPolicy": "FAIL",
          "deadLetterAddress": "scheduler.dead", "expiryAddress": "scheduler.expired"},
         {"name": "scheduler.dead", "address": "scheduler.dead", "messages": 0, "consumers": 1, "paused": false,
          "diskFullPolicy": "FAIL"}]}
      """;

  @Test
  void nothing_is_found_where_nothing_is_wrong() {
    assertThat(findings(HEALTHY)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "UNSAFE_BROKER | 2.56.0 | 2.51.0 | the broker has version 2.51.0;",
        "BROKER_SETTING | \"idCacheSize\": 20000 | \"idCacheSize\": 19999 | idCacheSize is 19999, not 20000",
        "BROKER_SETTING | \"persistIdCache\": true | \"persistIdCache\": false | persistIdCache is false",
        "BROKER_SETTING | \"persistenceEnabled\": true | \"persistenceEnabled\": false | persistenceEnabled is false",
        "BROKER_SETTING | \"securityEnabled\": true | \"securityEnabled\": false | securityEnabled is false",
        "NO_OWN_QUEUE | \"scheduler.dead\", \"address\" | \"scheduler.deadly\", \"address\" | the broker has no queue scheduler.dead",
        "NO_WORKER_QUEUE | \"address\": \"order-check\" | \"address\": \"another\" | the broker has no queue order-check",
        "NOT_CONSUMED | \"consumers\": 2 | \"consumers\": 0 | scheduler.jobs has no consumer, and 0 messages",
        "PAUSED_AT_BROKER | \"consumers\": 0, \"paused\": false | \"paused\": true | order-check is paused at the broker, with 7 messages",
        "NOT_QUARANTINED | \"deadLetterAddress\": \"scheduler.dead\" | \"other\": \"scheduler.dead\" | order-check has dead-letter-address ''",
        "FULL_POLICY | \"addressFullPolicy\": \"PAGE\" | \"addressFullPolicy\": \"BLOCK\" | order-check has address-full-policy BLOCK",
        "FULL_POLICY | \"pageFullPolicy\": \"FAIL\" | \"pageFullPolicy\": \"DROP\" | page-full-policy DROP",
        "FULL_POLICY | \"addressFullPolicy\": \"FAIL\", \"diskFullPolicy\": \"FAIL\" | \"addressFullPolicy\": \"FAIL\" | scheduler.jobs has address-full-policy FAIL, page-full-policy FAIL and disk-full-policy unset",
        "ALMOST_FULL | \"usedPercent\": 79 | \"usedPercent\": 80 | order-check uses 80 % of its limit, with 7 messages and 0 consumers",
        "HEURISTIC_OF_NODE | \"heuristicOutcomes\": [] | \"heuristicOutcomes\": [{\"xid\": \"a\", \"node\": \"node-2\"}, {\"xid\": \"b\", \"node\": \"node-2\"}] | 2 transactions of node node-2",
        "HEURISTIC | \"heuristicOutcomes\": [] | \"heuristicOutcomes\": [{\"xid\": \"a\"}] | 1 transactions of applications",
        "BROKER_REFUSES | \"refused\": [] | \"refused\": [\"no VIEW\", \"no getVersion\"] | no VIEW; no getVersion"
      })
  void each_fault_in_an_answer_is_found(
      FindingCode code, String healthy, String fault, String seen) {
    assertThat(HEALTHY).contains(healthy);
    assertThat(findings(HEALTHY.replaceFirst(Pattern.quote(healthy), fault)))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(code);
              assertThat(finding.seen()).contains(seen);
            });
  }

  @Test
  void settings_and_fill_of_an_address_with_several_queues_are_found_once() {
    String subscription =
        """
        {"name": "%s", "address": "scheduler.events", "messages": %d, "consumers": 0, "paused": false, "usedPercent": 91,
         "addressFullPolicy": "BLOCK", "diskFullPolicy": "FAIL", "deadLetterAddress": "DLQ"}
        """;
    String two = subscription.formatted("billing", 5) + "," + subscription.formatted("audit", 7);
    assertThat(findings(HEALTHY.replaceFirst("]}\\s*$", "," + two + "]}")))
        .extracting(Finding::seen)
        .containsExactly(
            "scheduler.events uses 91 % of its limit, with 12 messages and 0 consumers",
            "scheduler.events has address-full-policy BLOCK, page-full-policy FAIL and disk-full-policy FAIL",
            "scheduler.events has dead-letter-address 'DLQ' and expiry-address ''");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 | 'q1, q2 have address-full-policy PAGE, page-full-policy FAIL and disk-full-policy BLOCK'
          4 | '4 addresses, among them q1, q2, q3, have address-full-policy PAGE, page-full-policy FAIL and disk-full-policy BLOCK'
          """)
  void the_same_wrong_setting_of_many_addresses_is_one_finding(int addresses, String seen) {
    String queues =
        IntStream.rangeClosed(1, addresses)
            .mapToObj(
                number ->
                    """
                    {"name": "q%1$d", "address": "q%1$d", "diskFullPolicy": "BLOCK",
                     "deadLetterAddress": "scheduler.dead", "expiryAddress": "scheduler.expired"}
                    """
                        .formatted(number))
            .collect(Collectors.joining(","));
    assertThat(findings(HEALTHY.replaceFirst("]}\\s*$", "," + queues + "]}")))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.seen()).isEqualTo(seen);
              assertThat(finding.cure().line())
                  .isEqualTo("goodtiming install broker --home BROKER_HOME");
              assertThat(finding.cure().hint()).endsWith("disk-full-policy FAIL");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          orders               | start more workers
          scheduler.reports    | nodes consume it
          scheduler.oversize   | nobody consumes it
          scheduler.unreadable | nobody consumes it
          scheduler.events     | start the subscriber of second
          """)
  void the_cure_of_a_full_address_is_one_for_this_address(String address, String advice) {
    String queue =
        """
        {"name": "%s", "address": "%s", "messages": %d, "consumers": 1, "usedPercent": 91, "diskFullPolicy": "FAIL",
         "deadLetterAddress": "scheduler.dead", "expiryAddress": "scheduler.expired"}
        """;
    String two = queue.formatted("first", address, 5) + "," + queue.formatted("second", address, 7);
    assertThat(findings(HEALTHY.replaceFirst("]}\\s*$", "," + two + "]}")))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.seen())
                  .startsWith(address + " uses 91 % of its limit, with 12 messages");
              assertThat(finding.cure().hint()).startsWith(advice);
            });
  }

  @Test
  void the_topic_of_cancels_may_drop_messages() {
    String subscription =
        """
        {"name": "scheduler.x", "address": "scheduler.control", "addressFullPolicy": "DROP", "diskFullPolicy": "FAIL",
         "deadLetterAddress": "scheduler.dead", "expiryAddress": "scheduler.expired"}
        """;
    assertThat(findings(HEALTHY.replaceFirst("]}\\s*$", "," + subscription + "]}"))).isEmpty();
  }

  @Test
  void a_setting_that_the_broker_does_not_report_is_no_finding() {
    assertThat(findings(HEALTHY.replaceFirst("\"version\".*\n", ""))).isEmpty();
  }

  private static List<Finding> findings(String answer) {
    JsonObject broker = Json.createReader(new StringReader(answer)).readObject();
    return new RunningBroker(broker, Set.of("order-check"), REQUIRED, Commands.ANY_BROKER)
        .findings();
  }
}
