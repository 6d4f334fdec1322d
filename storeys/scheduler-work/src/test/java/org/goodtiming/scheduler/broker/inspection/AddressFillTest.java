package org.goodtiming.scheduler.broker.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressFillTest {

  /** Three pages of 4 MiB on disk, and 15 KB in memory. */
  private static final String ADDRESS =
      """
      {"addressSize": "15000", "numberOfPages": "3", "numberOfBytesPerPage": "4194304"}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'pageLimitBytes': 16777216, 'pageFullMessagePolicy': 'FAIL'} | 75",
        "{'addressFullMessagePolicy': 'PAGE', 'pageLimitBytes': 12582912, 'pageFullMessagePolicy': 'DROP'} | 100",
        "{'addressFullMessagePolicy': 'FAIL', 'maxSizeBytes': 20000} | 75",
        "{'addressFullMessagePolicy': 'BLOCK', 'maxSizeBytes': 60000, 'pageLimitBytes': 1, 'pageFullMessagePolicy': 'FAIL'} | 25"
      })
  void the_limit_that_applies_is_used_in_part(String settings, long percent) {
    assertThat(AddressFill.of(object(ADDRESS), object(settings)))
        .isEqualTo(OptionalLong.of(percent));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}",
        "{'addressFullMessagePolicy': 'PAGE', 'pageLimitBytes': 16777216}",
        "{'addressFullMessagePolicy': 'PAGE', 'pageLimitBytes': -1, 'pageFullMessagePolicy': 'FAIL'}",
        "{'addressFullMessagePolicy': 'FAIL', 'maxSizeBytes': -1}"
      })
  void without_a_limit_there_is_no_share_of_it(String settings) {
    assertThat(AddressFill.of(object(ADDRESS), object(settings))).isEmpty();
  }

  private static JsonObject object(String text) {
    return Json.createReader(new StringReader(text.replace('\'', '"'))).readObject();
  }
}
