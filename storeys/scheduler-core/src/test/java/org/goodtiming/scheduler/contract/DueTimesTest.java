package org.goodtiming.scheduler.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.goodtiming.scheduler.contract.Registration.RECEIVED_AT;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DueTimesTest {

  private static final String NAME = "scheduler_dueAt";

  @ParameterizedTest
  @CsvSource({
    "2026-12-01T10:00:00Z,            2026-12-01T10:00:00Z",
    "2026-12-01T10:00:00+01:00,       2026-12-01T09:00:00Z",
    "2026-12-01T10:00:00+01,          2026-12-01T09:00:00Z",
    "2026-12-01T10:00:00-0330,        2026-12-01T13:30:00Z",
    "2026-12-01T10:00Z,               2026-12-01T10:00:00Z",
    "2026-12-01T10:00:00.5Z,          2026-12-01T10:00:00.500Z",
    "2026-12-01T100000Z,              2026-12-01T10:00:00Z",
    "2026-12-01T100000+0100,          2026-12-01T09:00:00Z",
    "2026-12-01T1000Z,                2026-12-01T10:00:00Z",
    "2026-12-01T100000.123456Z,       2026-12-01T10:00:00.123456Z",
    "20261201T100000Z,                2026-12-01T10:00:00Z",
    "2026-12-01t10:00:00z,            2026-12-01T10:00:00Z",
    "2026-12-01T10:00:00-00:00,       2026-12-01T10:00:00Z",
    "2026-12-01T10:00:30+00:00:30,    2026-12-01T10:00:00Z",
    "2024-02-29T00:00:00Z,            2024-02-29T00:00:00Z",
    "1970-01-01T00:00:00Z,            1970-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999Z,     9999-12-31T23:59:59.999999Z",
    "0,                               1970-01-01T00:00:00Z",
    "1796119200000,                   2026-12-01T10:00:00Z",
    "253402300799999,                 9999-12-31T23:59:59.999Z"
  })
  void moment_is_read(String text, Instant expected) {
    assertThat(DueTimes.moment(NAME, text)).isEqualTo(expected);
  }

  @Test
  void whole_number_is_epoch_milliseconds() {
    assertThat(DueTimes.moment(NAME, 1_796_119_200_000L)).isEqualTo("2026-12-01T10:00:00Z");
    assertThat(DueTimes.moment(NAME, 1_000)).isEqualTo("1970-01-01T00:00:01Z");
  }

  @Test
  void moment_is_rounded_up_to_what_the_database_holds_never_down() {
    assertThat(DueTimes.moment(NAME, "2026-12-01T10:00:00.000000001Z"))
        .isEqualTo("2026-12-01T10:00:00.000001Z");
    assertThat(DueTimes.delay("PT0.000000001S", RECEIVED_AT)).isEqualTo(Duration.ofNanos(1_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "now",
        "2026-12-01",
        "2026-12-01T10:00:00",
        "2026-12-01 10:00:00Z",
        " 2026-12-01T10:00:00Z",
        "2026-12-01T10:00:00ZZ",
        "2026-12-01T10:00:00Z[UTC]",
        "2026-12-01T10:00:00 Europe/Berlin",
        "2026-02-29T10:00:00Z",
        "2026-13-01T10:00:00Z",
        "2026-12-01T24:00:00Z",
        "2026-12-01T10:60:00Z",
        "2026-12-01T10:00:00+19:00",
        "26-12-01T10:00:00Z",
        "1.7e12",
        "0x10",
        "--1",
        "١٢٣"
      })
  void unreadable_moment_is_refused(String text) {
    assertRefused(() -> DueTimes.moment(NAME, text), Refusal.MOMENT_UNREADABLE);
  }

  @ParameterizedTest
  @MethodSource
  void moment_of_another_type_is_refused(Object value) {
    assertRefused(() -> DueTimes.moment(NAME, value), Refusal.MOMENT_UNREADABLE);
  }

  static Stream<Object> moment_of_another_type_is_refused() {
    return Stream.of(1.7e12, 1f, true, 'c');
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "253402300800000",
        "9223372036854775807",
        "9223372036854775808",
        "-99999999999999999999999",
        "1969-12-31T23:59:59.999999999Z",
        "1970-01-01T00:00:00+01:00",
        "0000-01-01T00:00:00Z",
        "+12026-12-01T10:00:00Z",
        "9999-12-31T23:59:59-01:00",
        "9999-12-31T23:59:59.999999999Z"
      })
  void moment_out_of_range_is_refused(String text) {
    assertRefused(() -> DueTimes.moment(NAME, text), Refusal.MOMENT_OUT_OF_RANGE);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 253_402_300_800_000L})
  void number_out_of_range_is_refused(long millis) {
    assertRefused(() -> DueTimes.moment(NAME, millis), Refusal.MOMENT_OUT_OF_RANGE);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S,     PT0S",
    "PT30M,    PT30M",
    "pt30m,    PT30M",
    "P1DT12H,  PT36H",
    "PT1.5S,   PT1.5S",
    "PT1H-30M, PT30M",
    "P2912000D, PT69888000H"
  })
  void delay_is_read(String text, Duration expected) {
    assertThat(DueTimes.delay(text, RECEIVED_AT)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "30", "30M", "P1M", "P1Y", "P1W", "PT", "PT30M ", "PT99999999999999999999S"})
  void unreadable_delay_is_refused(String text) {
    assertRefused(() -> DueTimes.delay(text, RECEIVED_AT), Refusal.DELAY_UNREADABLE);
  }

  @Test
  void delay_of_another_type_is_refused_for_its_unit_is_unknown() {
    assertRefused(() -> DueTimes.delay(5_000L, RECEIVED_AT), Refusal.DELAY_UNREADABLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"PT-1S", "-PT1S", "PT-0.000000001S", "P2920000D", "PT9223372036854775807S"})
  void delay_out_of_range_is_refused(String text) {
    assertRefused(() -> DueTimes.delay(text, RECEIVED_AT), Refusal.DELAY_OUT_OF_RANGE);
  }

  private static void assertRefused(ThrowingCallable reading, Refusal refusal) {
    assertThatThrownBy(reading)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.refusal()).isEqualTo(refusal));
  }
}
