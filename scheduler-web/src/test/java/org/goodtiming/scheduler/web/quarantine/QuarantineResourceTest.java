package org.goodtiming.scheduler.web.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids of quarantine rows. */
class QuarantineResourceTest {

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "-1", "1.5", "1234567890123456789", "..", "a\r\nX-Injected: 1"})
  void an_id_that_is_no_number_is_that_of_no_row(String id) {
    assertThat(QuarantineResource.number("999999999999999999")).isEqualTo(999_999_999_999_999_999L);
    assertThat(refusal(() -> QuarantineResource.number(id)))
        .isEqualTo(
            "404 SCHED-0919 there is no quarantine row '"
                + id
                + "': it may have been resubmitted or deleted");
  }
}
