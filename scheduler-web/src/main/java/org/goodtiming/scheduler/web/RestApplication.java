package org.goodtiming.scheduler.web;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Map;
import java.util.Set;

/** The REST API, version 1. */
@ApplicationPath("api/v1")
public class RestApplication extends Application {

  /** Jersey would complete a relative location with the header Host, which anybody can forge. */
  @Override
  public Map<String, Object> getProperties() {
    return Map.of("jersey.config.server.headers.location.relative.resolution.disabled", true);
  }

  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(
        JobsResource.class,
        ExecutionsResource.class,
        ExecutionListResource.class,
        RunAgainResource.class,
        AuditResource.class,
        SchedulesResource.class,
        CalendarsResource.class,
        DefinitionsResource.class,
        WorkerQueuesResource.class,
        QuarantineResource.class,
        BatchOperationsResource.class,
        LeasesResource.class,
        DispatchResource.class,
        NodesResource.class,
        InDoubtResource.class,
        OverviewResource.class,
        SearchResource.class,
        StatisticsResource.class,
        ForecastResource.class,
        UsersResource.class,
        SessionResource.class,
        SessionsResource.class,
        GrantsResource.class,
        WebhooksResource.class,
        OpenApiResource.class,
        AccessFilter.class,
        PathParameterFilter.class,
        QueryParameterFilter.class,
        SameOriginFilter.class,
        ResponseHeaders.class,
        ProblemMapper.class);
  }
}
