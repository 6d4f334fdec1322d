package org.goodtiming.scheduler.operations.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that are found by their content, which no index knows. */
class JobSearchIT {

  private static final Instant DUE = Instant.parse("2100-01-01T00:00:00Z");
  private static final JobFilter ALL = filter(null, null, null);

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobQueries queries = new JobQueries(database.reader(), Redaction.NONE);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void each_filter_restricts_the_search() {
    job("a", "1", "'shop', 'text/plain', 'g', NULL");
    job("a", "2", "'shop', 'application/json', NULL, NULL");
    job("b", "3", "'bank', 'text/plain', NULL, NULL");

    assertThat(found(ALL, new JobContent("shop", null, null, null))).containsExactly("1", "2");
    assertThat(found(ALL, new JobContent(null, "text/plain", null, null)))
        .containsExactly("1", "3");
    assertThat(found(ALL, new JobContent(null, null, "g", null))).containsExactly("1");
    assertThat(found(filter("b", null, null), new JobContent("shop", null, null, null))).isEmpty();
    assertThat(found(ALL, new JobContent("sho", null, null, null))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          x_customer:4711 | {"x_customer":4711}            | true
          x_customer:4711 | {"x_a":1,"x_customer":"4711"}  | true
          x_customer:4711 | {"x_customer": "4711", "x": 1} | true
          x_customer:471  | {"x_customer":4711}            | false
          x_customer:711  | {"x_customer":4711}            | false
          x_customer:4711 | {"x_customer2":4711}           | false
          x_customer:4711 | {"x_a":"\\"x_customer\\":4711"} | false
          x_paid:true     | {"x_paid":true}                | true
          x_sum:1.50      | {"x_sum":1.50}                 | true
          x_sum:1.50      | {"x_sum":1050}                 | false
          x_a:.*          | {"x_a":"b"}                    | false
          x_a:.*          | {"x_a":".*"}                   | true
          x_a:ä\\"(      | {"x_a":"ä\\\\\\"("}              | true
          """)
  void a_property_is_found_by_its_whole_name_and_value(
      String property, String properties, boolean found) {
    job("a", "1", "NULL, NULL, NULL, '" + properties.strip() + "'");

    assertThat(found(ALL, property(property)).size()).isEqualTo(found ? 1 : 0);
  }

  @Test
  void properties_of_a_definition_are_found_only_by_those_who_may_read_it() {
    job("a", "1", "NULL, NULL, NULL, '{\"x_a\":1}'");
    job("a", "2", "NULL, NULL, NULL, '{\"x_a\":1}'");
    database.execute("UPDATE scheduler.job SET definition = 'secret' WHERE job_id = '1'");

    assertThat(found(ALL, property("x_a:1"))).containsExactly("1", "2");
    assertThat(found(ALL, property("x_a:1").withoutDefinitions())).containsExactly("2");
  }

  @Test
  void a_search_reads_ten_thousand_jobs_and_goes_on_behind_them() {
    many(JobSelection.SEARCHED + 5);
    job("a", "last", "NULL, NULL, NULL, '{\"x_customer\":1}'");
    JobFilter filter = filter("a", null, DUE.plusSeconds(60));

    JobPage first = queries.search(filter, property("x_customer:1"), JobOrder.DUE, null, 10);

    assertThat(first.jobs()).isEmpty();
    assertThat(first.limitMet()).isTrue();
    assertThat(queries.count(filter, property("x_customer:1"), JobOrder.DUE))
        .isEqualTo(new JobCount(0, true));
    JobPage second =
        queries.search(filter, property("x_customer:1"), JobOrder.DUE, first.next(), 10);
    assertThat(second.jobs()).hasSize(1);
    assertThat(second.limitMet()).isFalse();
    assertThat(second.next()).isNull();
  }

  @Test
  void pages_of_a_search_show_each_job_once() {
    IntStream.range(0, 5).forEach(i -> job("a", "job-" + i, "'shop', NULL, NULL, NULL"));
    JobContent content = new JobContent("shop", null, null, null);

    JobPage first = queries.search(ALL, content, JobOrder.DUE, null, 3);
    JobPage second = queries.search(ALL, content, JobOrder.DUE, first.next(), 3);

    assertThat(ids(first)).containsExactly("job-0", "job-1", "job-2");
    assertThat(ids(second)).containsExactly("job-3", "job-4");
    assertThat(second.next()).isNull();
    assertThat(queries.count(ALL, content, JobOrder.DUE)).isEqualTo(new JobCount(5, false));
    JobPage latest = queries.search(ALL, content, JobOrder.LATEST_DUE, null, 3);
    assertThat(ids(latest)).containsExactly("job-4", "job-3", "job-2");
    assertThat(ids(queries.search(ALL, content, JobOrder.LATEST_DUE, latest.next(), 3)))
        .containsExactly("job-1", "job-0");
  }

  @Test
  void the_due_range_does_not_end_the_search_of_jobs_that_wait_longer() {
    job("a", "1", "'shop', NULL, NULL, NULL");
    database.execute("UPDATE scheduler.job SET held_at = now(), eligible_at = 'infinity'");
    JobContent content = new JobContent("shop", null, null, null);

    assertThat(found(filter("a", JobState.HELD, DUE.plusSeconds(1)), content)).containsExactly("1");
    assertThat(found(filter("a", null, DUE.plusSeconds(1)), content)).isEmpty();
    assertThat(found(filter("a", null, null), content)).containsExactly("1");
  }

  private List<String> found(JobFilter filter, JobContent content) {
    return ids(queries.search(filter, content, JobOrder.DUE, null, 100));
  }

  private static List<String> ids(JobPage page) {
    return page.jobs().stream().map(job -> job.key().jobId()).toList();
  }

  private static JobContent property(String text) {
    return new JobContent(null, null, null, PropertyValue.parse(text.strip()).orElseThrow());
  }

  private static JobFilter filter(String queue, JobState state, Instant dueBefore) {
    return new JobFilter(queue, state, null, null, dueBefore, null, null, null);
  }

  private void many(int jobs) {
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT 'a', 'many-' || i, '2100-01-01Z', '2100-01-01Z', 4, true, '', clock_timestamp() FROM generate_series(1, %d) i
        """
            .formatted(jobs));
  }

  private void job(String queue, String jobId, String content) {
    database.execute(
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at, registered_by, content_type, group_key, properties)
        VALUES ('%s', '%s', '2100-01-01Z', '2100-01-01Z', 4, true, '', clock_timestamp(), %s)
        """
            .formatted(queue, jobId, content));
  }
}
