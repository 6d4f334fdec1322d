package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendFailureTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          JMSSecurityException: AMQ229032: User: scheduler does not have permission='CREATE_ADDRESS' on address a | queue a does not exist at the broker: create it (
          JMSSecurityException: AMQ229213: User: scheduler does not have permission='CREATE_DURABLE_QUEUE' for queue a on address a | queue a does not exist at the broker: create it (
          JMSSecurityException: AMQ229032: User: scheduler does not have permission='SEND' on address a | the scheduler's login may not send to queue a: give it the permission send at the broker (
          ActiveMQAddressFullException: AMQ229102: Address "a" is full. Message encode size = 900B | queue a is full at the broker: check whether its workers run (
          """)
  void the_text_of_a_known_cause_says_what_to_do_and_keeps_that_of_the_broker(
      String brokerText, String beginning) {
    assertThat(SendFailure.text("a", brokerText)).isEqualTo(beginning + brokerText + ")");
  }

  @ParameterizedTest
  @CsvSource("IllegalStateException: did not commit")
  void another_cause_is_reported_in_its_own_words(String text) {
    assertThat(SendFailure.text("a", text)).isEqualTo(text);
  }
}
