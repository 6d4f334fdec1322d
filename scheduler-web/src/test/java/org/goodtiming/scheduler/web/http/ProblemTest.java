package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.problem;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemTest {

  @Test
  void a_problem_is_answered_as_rfc_9457_requires() {
    Response answer = Problem.NO_SUCH_JOB.response("order-check", "4711");

    assertThat(answer.getStatus()).isEqualTo(404);
    assertThat(answer.getMediaType()).isEqualTo(MediaType.valueOf("application/problem+json"));
    assertThat(answer.getEntity())
        .isEqualTo(
            "{\"title\":\"Not Found\",\"status\":404,\"code\":\"SCHED-0903\",\"detail\":\"no job waits under"
                + " 'order-check/4711': it was never registered, or it is dispatched, cancelled or expired; search for its id to see what is known of it\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "400,Bad Request",
    "401,Unauthorized",
    "403,Forbidden",
    "404,Not Found",
    "409,Conflict",
    "410,Gone",
    "412,Precondition Failed",
    "413,Request Entity Too Large",
    "422,Unprocessable Content",
    "429,Too Many Requests",
    "500,Internal Server Error",
    "503,Service Unavailable",
    "499,Refused"
  })
  void the_title_is_the_reason_phrase_of_the_status(int status, String title) {
    Response answer = Problem.answer(status, "SCHED-0000", "a test").build();

    assertThat(Refusals.object(answer.getEntity()).getString("title")).isEqualTo(title);
  }

  @Test
  void long_values_are_shortened_so_that_the_answer_stays_small() {
    assertThat(problem(Problem.NO_SUCH_USER.response("x".repeat(101))))
        .isEqualTo(
            "404 SCHED-0937 there is no user '" + "x".repeat(100) + "...': see the list of users");
  }

  @Test
  void explanations_may_be_long() {
    String reason = "x".repeat(5_000);

    assertThat(refusal(() -> throwing(Problem.CALENDAR_UNREADABLE.explained(reason + "y"))))
        .isEqualTo("422 SCHED-0955 the calendar is refused: " + reason + "...");
  }

  @Test
  void characters_that_cannot_be_encoded_are_replaced() {
    assertThat(problem(Problem.NO_SUCH_USER.response("a\0b\ud800c")))
        .isEqualTo("404 SCHED-0937 there is no user 'a\ufffdb\ufffdc': see the list of users");
  }

  @Test
  void markup_and_line_breaks_in_values_are_data_in_json() {
    Response answer = Problem.NO_SUCH_USER.response("<script>\r\nX-Injected: 1");

    assertThat(answer.getEntity().toString()).contains("<script>\\r\\nX-Injected: 1");
    assertThat(answer.getHeaders()).containsOnlyKeys("Content-Type");
  }

  @Test
  void a_client_learns_how_long_to_wait() {
    Response answer = Problem.TOO_MANY_LOGINS.toRetry(17, "ann").response();

    assertThat(problem(answer))
        .isEqualTo(
            "429 SCHED-0925 too many logins of user 'ann' from this address, or of any users from there, have"
                + " failed: try again after 17 s");
    assertThat(answer.getHeaderString("Retry-After")).isEqualTo("17");
  }

  @Test
  void one_code_may_have_the_status_of_the_container() {
    assertThat(
            refusal(
                () -> throwing(Problem.NOT_SERVED.withStatus(415, "POST", "jobs", "no such type"))))
        .isEqualTo("415 SCHED-0913 POST jobs: no such type; /openapi lists all requests");
  }

  @Test
  void every_problem_has_its_own_code() {
    assertThat(Problem.values())
        .extracting(problem -> problem(problem.response(1, 2, 3)).split(" ")[1])
        .doesNotHaveDuplicates()
        .allMatch(code -> code.matches("SCHED-\\d{4}"));
  }

  @ParameterizedTest
  @EnumSource(Problem.class)
  void a_problem_names_a_cure_after_a_colon(Problem problem) {
    String detail = problem(problem.response("one", "two", "three"));

    assertThat(detail).doesNotContain("%");
    if (problem != Problem.USER_EXISTS && problem != Problem.RESULT_EXPIRED) {
      assertThat(detail).containsAnyOf(": ", "; ");
    }
  }

  @Test
  void problems_have_the_status_of_their_kind() {
    assertThat(
            Arrays.stream(Problem.values())
                .filter(problem -> problem != Problem.NOT_SERVED)
                .map(problem -> problem.response(1, 2, 3).getStatus()))
        .containsOnly(400, 401, 403, 404, 408, 409, 410, 412, 413, 422, 429, 500, 503);
  }

  private static void throwing(ProblemException problem) {
    throw problem;
  }
}
