package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.problem;

import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import org.goodtiming.scheduler.broker.BrokerException;
import org.goodtiming.scheduler.operations.ChangedMeanwhileException;
import org.goodtiming.scheduler.web.login.ApiAuthentication;
import org.goodtiming.scheduler.web.openid.RefusedTokenException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProblemMapperTest {

  private final ProblemMapper mapper = new ProblemMapper();

  @Test
  void a_problem_is_answered_as_it_is() {
    ProblemException problem = Problem.NO_SUCH_USER.with("ann");

    assertThat(mapper.toResponse(problem)).isSameAs(problem.response());
  }

  @Test
  void a_change_by_somebody_else_fails_the_precondition() {
    assertThat(problem(mapper.toResponse(new ChangedMeanwhileException())))
        .isEqualTo(
            "412 SCHED-0926 what is to be changed does not meet If-Match or If-None-Match: read it again");
  }

  @Test
  void an_outage_of_the_database_asks_the_client_to_come_again() {
    Response answer =
        mapper.toResponse(new IllegalStateException(new SQLException("a test", "57P01")));

    assertThat(problem(answer))
        .isEqualTo(
            "503 SCHED-0910 the database does not answer, or not in time: send the request again after 5 s, or"
                + " register by JMS");
    assertThat(answer.getHeaderString("Retry-After")).isEqualTo("5");
  }

  @Test
  void an_outage_of_the_broker_asks_the_client_to_come_again() {
    Response answer = mapper.toResponse(new BrokerException("list queues", new Exception("gone")));

    assertThat(problem(answer))
        .isEqualTo(
            "503 SCHED-0949 the broker does not answer, or not in time: send the request again after 5 s");
    assertThat(answer.getHeaderString("Retry-After")).isEqualTo("5");
  }

  @ParameterizedTest
  @CsvSource({
    "400,Bad Request",
    "404,Not Found",
    "405,Method Not Allowed",
    "406,Not Acceptable",
    "415,'Unsupported Media Type, send the header Content-Type: application/json'"
  })
  void a_refusal_by_the_container_names_the_method_and_the_path_that_were_sent(
      int status, String reason) {
    Response answer = ProblemMapper.ofContainer(Response.status(status).build(), "PUT", "overview");

    assertThat(problem(answer))
        .isEqualTo(
            "%d SCHED-0913 PUT overview: %s; /openapi lists all requests"
                .formatted(status, reason));
    assertThat(answer.getHeaders()).doesNotContainKey("Allow");
  }

  @Test
  void a_refused_method_comes_with_those_that_are_allowed() {
    Response answer =
        ProblemMapper.ofContainer(
            Response.status(405).header("Allow", "GET,HEAD").build(), "PUT", "overview");

    assertThat(answer.getHeaderString("Allow")).isEqualTo("GET,HEAD");
    assertThat(answer.getMediaType()).hasToString("application/problem+json");
  }

  @Test
  void an_error_page_of_the_server_becomes_a_problem() {
    assertThat(problem(ProblemServlet.problem(null, 400, "GET", "/scheduler/api/v1/a%00")))
        .isEqualTo(
            "400 SCHED-0913 GET /scheduler/api/v1/a%00: the server does not understand the request;"
                + " /openapi lists all requests");
    assertThat(problem(ProblemServlet.problem(null, null, "GET", "/scheduler/problem")))
        .as("a client that requests the page itself")
        .startsWith("404 SCHED-0913 GET /scheduler/problem: ");
    assertThat(
            problem(
                ProblemServlet.problem(
                    new RuntimeException(new SQLException("a test", "08006")), 500, "GET", "/")))
        .startsWith("503 SCHED-0910");
  }

  @Test
  void a_refused_token_is_answered_with_the_challenge_of_rfc_6750() {
    Response answer = ApiAuthentication.refusal(new RefusedTokenException("it cannot be read"));

    assertThat(problem(answer))
        .isEqualTo(
            "401 SCHED-0943 the bearer token is refused (it cannot be read): get a new one from its issuer");
    assertThat(answer.getHeaderString("WWW-Authenticate"))
        .isEqualTo("Bearer error=\"invalid_token\"");
  }
}
