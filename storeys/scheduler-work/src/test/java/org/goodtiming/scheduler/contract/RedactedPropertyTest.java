package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Map;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.junit.jupiter.api.Test;

/** The displayed form of a redacted property is never registered in place of its value. */
class RedactedPropertyTest {

  private final RegistrationParser parser =
      Parsers.of(
          new RegistrationConfig(
              8,
              100,
              1000,
              32 * 1024,
              new RegistrationConfig.Bulk(1000, 1024 * 1024),
              new Redaction(Map.of("x_iban", 4))));

  @Test
  void a_value_that_is_shown_is_refused_and_the_value_itself_is_not() {
    assertThat(parse("****2051"))
        .isInstanceOfSatisfying(
            Intent.Refused.class,
            refused -> {
              assertThat(refused.refusal()).isEqualTo(Refusal.USER_PROPERTY_REDACTED);
              assertThat(refused.reason())
                  .isEqualTo(
                      "property 'x_iban' has '****2051', which is what people see of its value (scheduler.redaction.properties): send the value itself, or omit the property");
            });
    assertThat(parse("DE02120300000000202051")).isInstanceOf(Intent.Schedule.class);
  }

  @Test
  void a_reason_shows_a_redacted_value_as_people_see_it() {
    assertThat(reason("DE02" + '\0' + "120300000000202051"))
        .startsWith("x_iban is '****2051', with NUL")
        .doesNotContain("DE02");
    assertThat(reason(new BigDecimal("120300000000202051.5")))
        .startsWith("x_iban is of type BigDecimal, value '****51.5'")
        .doesNotContain("1203");
  }

  @Test
  void a_number_that_is_too_long_is_not_in_the_reason_for_its_line() {
    String line =
        "{\"queue\": \"a\", \"delay\": \"PT0S\", \"properties\": {\"x_iban\": 12030000000020205112345}}";
    JobLine read = new JobLine(Map.of());
    read.read(line);
    assertThatThrownBy(read.mistakes()::end)
        .hasMessageContaining("x_iban is of type number, value '23 characters'");
  }

  private String reason(Object iban) {
    return ((Intent.Refused) parse(iban)).reason();
  }

  private Intent parse(Object iban) {
    return parser.parse(
        Registration.good().with("x_iban", iban).message(), Registration.RECEIVED_AT);
  }
}
