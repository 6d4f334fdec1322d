package org.goodtiming.scheduler.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.login.AccessFilter;
import org.junit.jupiter.api.Test;

/** The role that each request requires, written down a second time. */
class RolesTest {

  @Test
  void each_request_requires_its_role_and_no_other_request_is_served() {
    assertThat(new RestApplication().getClasses().stream().flatMap(RolesTest::requests).sorted())
        .containsExactly(
            """
            audit/ GET operator
            batch-operations/ GET viewer
            batch-operations/ POST operator
            batch-operations/{id} DELETE operator
            batch-operations/{id} GET viewer
            broker/ GET viewer
            calendars/ GET viewer
            calendars/{name} DELETE operator
            calendars/{name} GET viewer
            calendars/{name} PUT operator
            definitions/ GET viewer
            definitions/{name} DELETE operator
            definitions/{name} GET viewer
            definitions/{name} PUT operator
            dispatch/ GET viewer
            dispatch/pause POST operator
            dispatch/resume POST operator
            executions/ GET viewer
            executions/{fireId}/ DELETE submitter
            executions/{fireId}/ GET viewer
            executions/{fireId}/explanation GET viewer
            executions/{fireId}/reports/ POST submitter
            executions/{fireId}/result DELETE submitter
            executions/{fireId}/result GET submitter
            executions/{fireId}/run-again/ POST operator
            executions/{fireId}/transitions GET viewer
            failures/ GET viewer
            forecast/ GET viewer
            grants/ GET admin
            grants/{login}/{queue} DELETE admin
            grants/{login}/{queue} PUT admin
            in-doubt/ GET viewer
            in-doubt/{gtrid}/resolve POST admin
            job-batches/ GET viewer
            job-batches/{id: .+} DELETE operator
            job-batches/{id: .+} GET viewer
            job-batches/{id: .+} POST operator
            job-batches/{id: .+} PUT submitter
            jobs/ GET viewer
            jobs/ POST submitter
            jobs/check POST submitter
            jobs/{queue}/{id: .+} DELETE submitter
            jobs/{queue}/{id: .+} GET viewer
            jobs/{queue}/{id: .+} POST operator
            jobs/{queue}/{id: .+} PUT submitter
            jobs/{queue}/{id: .+}/explanation GET viewer
            leases/ GET viewer
            leases/{partition}/history GET viewer
            leases/{partition}/preferred-node DELETE operator
            leases/{partition}/preferred-node PUT operator
            leases/{partition}/step-down POST operator
            nodes/ GET viewer
            nodes/{name}/drain POST operator
            nodes/{name}/resume POST operator
            openapi/ GET viewer
            overview/ GET viewer
            quarantine/ GET viewer
            quarantine/groups GET viewer
            quarantine/{id} DELETE operator
            quarantine/{id} GET viewer
            quarantine/{id} PATCH operator
            quarantine/{id}/check POST operator
            quarantine/{id}/resubmit POST operator
            schedules/ GET viewer
            schedules/preview GET viewer
            schedules/{queue}/{id: .+} DELETE submitter
            schedules/{queue}/{id: .+} GET viewer
            schedules/{queue}/{id: .+} POST operator
            schedules/{queue}/{id: .+}/executions GET viewer
            schedules/{queue}/{id: .+}/explanation GET viewer
            search/ GET viewer
            session/ DELETE viewer
            session/ GET viewer
            session/ POST none
            session/provider GET none
            sessions/ GET admin
            sessions/{id} DELETE admin
            statistics/ GET viewer
            users/ GET admin
            users/ POST admin
            users/{name} DELETE admin
            users/{name} GET admin
            users/{name} PUT admin
            users/{name}/reset-password POST admin
            webhooks/ GET admin
            webhooks/{name} DELETE admin
            webhooks/{name} GET admin
            webhooks/{name} PUT admin
            worker-queues/ GET viewer
            worker-queues/{name} DELETE admin
            worker-queues/{name} GET viewer
            worker-queues/{name} PUT operator
            worker-queues/{name}/pause POST operator
            worker-queues/{name}/resume POST operator
            """
                .split("\n"));
  }

  private static Stream<String> requests(Class<?> resource) {
    Path base = resource.getAnnotation(Path.class);
    return base == null
        ? Stream.of()
        : Arrays.stream(resource.getDeclaredMethods())
            .flatMap(method -> verbs(method).map(verb -> line(base, verb, method)));
  }

  private static Stream<String> verbs(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(each -> each.annotationType().getAnnotation(HttpMethod.class))
        .filter(verb -> verb != null)
        .map(HttpMethod::value);
  }

  private static String line(Path base, String verb, Method method) {
    Path own = method.getAnnotation(Path.class);
    return "%s/%s %s %s"
        .formatted(base.value(), own == null ? "" : own.value(), verb, role(method));
  }

  /** The label of the role; none if anybody may call the method. */
  static String role(Method method) {
    Needs needs = method.getAnnotation(Needs.class);
    assertThat(needs == null).as(method.toString()).isEqualTo(AccessFilter.isOpen(method));
    return needs == null ? "none" : needs.value().label();
  }
}
