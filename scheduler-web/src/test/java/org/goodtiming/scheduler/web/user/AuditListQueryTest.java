package org.goodtiming.scheduler.web.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.time.Instant;
import org.goodtiming.scheduler.operations.audit.AuditQueries;
import org.goodtiming.scheduler.operations.row.TimeRange;
import org.junit.jupiter.api.Test;

class AuditListQueryTest {

  private final AuditListQuery query = new AuditListQuery();

  @Test
  void without_parameters_it_lists_the_hundred_latest_changes() {
    assertThat(query.filter()).isEqualTo(new AuditQueries.Filter(null, null, null, TimeRange.ANY));
    assertThat(query.position()).isNull();
    assertThat(query.size()).isEqualTo(100);
  }

  @Test
  void each_parameter_restricts_the_list() {
    query.user = "jane";
    query.action = "cancel job";
    query.subject = "order-check/";
    query.from = "2026-11-26T00:00:00Z";
    query.before = "2026-11-27T00:00:00Z";
    query.cursor = "17";

    assertThat(query.filter())
        .isEqualTo(
            new AuditQueries.Filter(
                "jane",
                "cancel job",
                "order-check/",
                new TimeRange(
                    Instant.parse("2026-11-26T00:00:00Z"), Instant.parse("2026-11-27T00:00:00Z"))));
    assertThat(query.position()).isEqualTo(17);
  }

  @Test
  void a_parameter_that_cannot_be_read_is_refused() {
    query.subject = "\0";
    assertThat(refusal(query::filter)).startsWith("400 SCHED-0904 parameter subject is");

    query.subject = null;
    query.before = "now";
    assertThat(refusal(query::filter)).startsWith("400 SCHED-0904 parameter before is 'now'");
  }
}
