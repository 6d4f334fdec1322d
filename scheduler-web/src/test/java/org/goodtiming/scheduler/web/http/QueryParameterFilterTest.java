package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.problem;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.glassfish.jersey.server.ContainerRequest;
import org.goodtiming.scheduler.web.job.JobsResource;
import org.goodtiming.scheduler.web.overview.SearchResource;
import org.junit.jupiter.api.Test;

class QueryParameterFilterTest {

  private static final Set<String> KNOWN = new TreeSet<>(Set.of("queue", "state"));

  @Test
  void parameters_are_those_of_the_method_and_of_its_beans() {
    assertThat(QueryParameterFilter.known(method(JobsResource.class, "list")))
        .contains("queue", "state", "limit", "cursor");
    assertThat(QueryParameterFilter.known(method(SearchResource.class, "search")))
        .containsExactly("q");
  }

  @Test
  void a_parameter_with_a_spelling_mistake_is_refused() {
    assertThat(problem(filtered("jobs?queue=a&stat=held&x", KNOWN).getAbortResponse()))
        .isEqualTo(
            "400 SCHED-0997 the request has no parameter stat, x: its parameters are queue, state");
    assertThat(problem(filtered("jobs?x=1", Set.of()).getAbortResponse()))
        .isEqualTo("400 SCHED-0997 the request has no parameter x: its parameters are none");
  }

  @Test
  void known_parameters_and_none_are_served() {
    assertThat(filtered("jobs?state=held&queue=a", KNOWN).getAbortResponse()).isNull();
    assertThat(filtered("jobs", Set.of()).getAbortResponse()).isNull();
  }

  private static ContainerRequest filtered(String path, Set<String> known) {
    ContainerRequest request = Requests.request("GET");
    request.setRequestUri(Requests.BASE.resolve(path));
    QueryParameterFilter.refuseUnknown(request, known);
    return request;
  }

  private static Method method(Class<?> resource, String name) {
    return Arrays.stream(resource.getDeclaredMethods())
        .filter(each -> each.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
