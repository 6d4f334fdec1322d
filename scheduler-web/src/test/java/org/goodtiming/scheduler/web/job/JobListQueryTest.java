package org.goodtiming.scheduler.web.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.time.Instant;
import java.util.Set;
import org.goodtiming.scheduler.operations.job.JobContent;
import org.goodtiming.scheduler.operations.job.JobFilter;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.job.JobOrder;
import org.goodtiming.scheduler.operations.job.JobPosition;
import org.goodtiming.scheduler.operations.job.PropertyValue;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.Cursor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobListQueryTest {

  private final JobListQuery query = new JobListQuery();

  @Test
  void without_parameters_it_lists_a_hundred_jobs_from_the_beginning_and_counts_none() {
    assertThat(query.filter())
        .isEqualTo(new JobFilter(null, null, null, null, null, null, null, null));
    assertThat(query.after()).isNull();
    assertThat(query.order()).isEqualTo(JobOrder.DUE);
    assertThat(query.size()).isEqualTo(100);
    assertThat(query.counts()).isFalse();
  }

  @Test
  void each_parameter_restricts_the_list() {
    query.queue = "order-check";
    query.state = "held";
    query.prefix = "a%";
    query.dueFrom = "2100-01-01T00:00:00Z";
    query.dueBefore = "2101-01-01T00:00:00+01:00";
    query.count = "true";
    query.limit = "7";
    JobPosition position = new JobPosition("order-check", Instant.EPOCH, 1, "4711");
    query.cursor = Cursor.write(position);

    assertThat(query.filter())
        .isEqualTo(
            new JobFilter(
                "order-check",
                JobState.HELD,
                "a%",
                Instant.parse("2100-01-01T00:00:00Z"),
                Instant.parse("2100-12-31T23:00:00Z"),
                null,
                null,
                null));
    assertThat(query.counts()).isTrue();
    assertThat(query.size()).isEqualTo(7);
    assertThat(query.after()).isEqualTo(position);
  }

  @Test
  void content_is_searched_by_login_content_type_group_and_one_property() {
    assertThat(query.content(viewer())).isEqualTo(JobContent.ANY);
    query.queue = "order-check";
    query.dueFrom = "2100-01-01T00:00:00Z";
    query.registeredBy = "shop";
    query.contentType = "text/plain";
    query.group = "g";
    query.property = "x_customer:a:b";

    assertThat(query.content(login("ann", "operator")))
        .isEqualTo(
            new JobContent("shop", "text/plain", "g", new PropertyValue("x_customer", "a:b")));
  }

  @Test
  void properties_are_searched_only_in_jobs_whose_payload_the_user_may_read() {
    query.queue = "order-check";
    query.dueBefore = "2100-01-01T00:00:00Z";
    query.property = "x_customer:4711";

    assertThat(refusal(() -> query.content(viewer())))
        .isEqualTo(
            "403 SCHED-0983 only an operator may search the properties of all jobs:"
                + " a submitter may search its own jobs with registeredBy=ann");
    query.registeredBy = "ann";
    assertThat(refusal(() -> query.content(viewer()))).startsWith("403 SCHED-0983");
    assertThat(query.content(login("ann", "submitter")).registeredBy()).isEqualTo("ann");
    assertThat(refusal(() -> query.content(login("joe", "submitter"))))
        .startsWith("403 SCHED-0983");
  }

  @ParameterizedTest
  @CsvSource({",2100-01-01T00:00:00Z,", ",,2100-01-01T00:00:00Z", "order-check,,"})
  void properties_are_searched_only_within_a_queue_and_a_range(
      String queue, String dueFrom, String dueBefore) {
    query.queue = queue;
    query.dueFrom = dueFrom;
    query.dueBefore = dueBefore;
    query.property = "x_customer:4711";

    assertThat(refusal(() -> query.content(login("ann", "operator")))).startsWith("400 SCHED-0982");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x_customer", "customer:4711", "x_:1", "x_a b:1", "x_a:\0"})
  void a_filter_that_is_no_property_with_its_value_is_refused(String property) {
    query.queue = "order-check";
    query.dueBefore = "2100-01-01T00:00:00Z";
    query.property = property;

    assertThat(refusal(() -> query.content(login("ann", "operator"))))
        .startsWith("400 SCHED-0904 parameter property is '");
  }

  private static ApiLogin viewer() {
    return login("ann", "viewer");
  }

  private static ApiLogin login(String name, String role) {
    return new ApiLogin(name, Set.of(role));
  }

  @ParameterizedTest
  @EnumSource(JobOrder.class)
  void an_order_is_named_by_its_label(JobOrder order) {
    query.queue = "order-check";
    query.prefix = "47";
    query.sort = order.label();

    assertThat(query.order()).isEqualTo(order);
  }

  @Test
  void an_order_that_no_index_has_is_refused() {
    query.sort = "priority";
    assertThat(refusal(query::order))
        .isEqualTo("400 SCHED-0904 parameter sort is 'priority': send due, -due, jobId or -jobId");

    query.sort = "jobId";
    query.state = "held";
    assertThat(refusal(query::order))
        .isEqualTo(
            "400 SCHED-0904 parameter sort is 'jobId':"
                + " send due or -due, if there are other filters than queue and prefix");
    query.sort = "-due";
    assertThat(query.order()).isEqualTo(JobOrder.LATEST_DUE);
  }

  @ParameterizedTest
  @EnumSource(JobState.class)
  void a_state_is_named_by_its_label(JobState state) {
    query.state = state.label();

    assertThat(query.filter().state()).isEqualTo(state);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lost", "", "WAITING", "' OR '1'='1"})
  void another_state_is_refused(String state) {
    query.state = state;

    assertThat(refusal(query::filter))
        .isEqualTo(
            "400 SCHED-0904 parameter state is '"
                + state
                + "': send waiting, due, overdue, retrying or held");
  }

  @Test
  void a_parameter_that_cannot_be_read_is_refused_by_its_name() {
    query.dueFrom = "now";
    assertThat(refusal(query::filter)).startsWith("400 SCHED-0904 parameter dueFrom is 'now'");

    query.dueFrom = null;
    query.dueBefore = "'; DROP TABLE scheduler.job; --";
    assertThat(refusal(query::filter)).startsWith("400 SCHED-0904 parameter dueBefore is '';");

    query.dueBefore = null;
    query.prefix = "\0";
    assertThat(refusal(query::filter)).startsWith("400 SCHED-0904 parameter prefix is");

    query.cursor = "abc";
    assertThat(refusal(query::after)).startsWith("400 SCHED-0904 parameter cursor is 'abc'");

    query.limit = "x";
    assertThat(refusal(query::size)).startsWith("400 SCHED-0904 parameter limit is 'x'");

    query.count = "yes";
    assertThat(refusal(query::counts))
        .isEqualTo("400 SCHED-0904 parameter count is 'yes': send true or false");
  }
}
