package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.problem;

import org.glassfish.jersey.server.ContainerRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathParameterFilterTest {

  @Test
  void a_semicolon_in_a_path_is_refused_because_the_rest_of_the_name_would_be_ignored() {
    assertThat(problem(filtered("jobs/order-check/a;b=c").getAbortResponse()))
        .isEqualTo(
            "400 SCHED-0971 path 'jobs/order-check/a;b=c' has a semicolon, which begins a parameter that no resource has: send it percent-encoded");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jobs/order-check/a", "jobs/order-check/a%3Bb", "jobs?prefix=a;b"})
  void other_paths_are_served(String path) {
    assertThat(filtered(path).getAbortResponse()).isNull();
  }

  private static ContainerRequest filtered(String path) {
    ContainerRequest request = Requests.request("DELETE");
    request.setRequestUri(Requests.BASE.resolve(path));
    new PathParameterFilter().filter(request);
    return request;
  }
}
